import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../../../dev/world/process-memory.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';

const WAITERS = 1_000;
const MAX_BYTES = 20 * 1024;

const world = await serverWorld();

function bytesInUse(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// The clients live in a process of their own: only the server is weighed.
const CLIENTS = `
  const { connect } = require('node:net');
  process.once('message', ({ port, requests }) => {
    for (const request of requests) connect(port, '127.0.0.1').on('error', () => {}).write(request);
  });
`;

// Promise: E5
test('a held read costs the server 20 KB at most', async () => {
  const { json, headers } = await world.call('POST', '/v1/meetings', {
    body: { title: 'Watched by many' },
  });
  const path = `/v1/meetings/${json.meetingRef}`;
  const keys = await Promise.all(
    Array.from({ length: WAITERS / MAX_HELD_READS }, () => world.key()),
  );
  // Each key once, so that what is kept of a key is not counted.
  for (const key of keys) await world.call('GET', path, { key });
  const before = bytesInUse();
  let waiting = 0;
  const { waitFor } = world.held;
  world.held.waitFor = (ref, ms) => {
    waiting++;
    return waitFor(ref, ms);
  };
  const clients = fork('-e', [CLIENTS], { execPath: process.execPath, execArgv: [] });
  const requests = Array.from(
    { length: WAITERS },
    (_, i) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys[i % keys.length]}\r\n` +
      `If-None-Match: ${headers.get('etag')}\r\nPrefer: wait=30\r\n\r\n`,
  );
  clients.send({ port: Number(new URL(world.url).port), requests });
  try {
    await vi.waitFor(() => expect(waiting).toBe(WAITERS), { timeout: 20_000, interval: 200 });
    const each = (bytesInUse() - before) / WAITERS;
    process.stdout.write(`a held read: ${(each / 1024).toFixed(1)} KB\n`);
    expect(each).toBeLessThan(MAX_BYTES);
  } finally {
    clients.kill();
    await once(clients, 'exit');
  }
});
