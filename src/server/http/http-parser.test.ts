import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HANDSHAKE, rawHttp } from '../../../dev/world/raw-http.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const key = await world.key();
const created = await world.call('POST', '/v1/meetings', { body: { title: 'Surface' } });
const path = `/v1/meetings/${created.json.meetingRef}`;
const bearer = `Authorization: Bearer ${key}\r\n`;
const raw = (bytes: string) => rawHttp(world.url, bytes);
const get = (target: string, headers = bearer) =>
  raw(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('what the HTTP parser sees', () => {
  const ask = (head: string) => raw(`${head}\r\n\r\n`);
  // Promise: 36
  test.each<[string, () => Promise<string>, number, string]>([
    ['noise', () => ask('noise'), 400, 'malformed_request'],
    // What a client sends that takes the service for a proxy.
    [
      'CONNECT',
      () => ask('CONNECT meet.acme.test:443 HTTP/1.1\r\nHost: x'),
      400,
      'malformed_request',
    ],
    [
      'no Host',
      () => ask(`GET ${path} HTTP/1.1\r\n${bearer}Connection: close`),
      400,
      'malformed_request',
    ],
    ['two Host headers', () => get(path, `${bearer}Host: y\r\n`), 400, 'malformed_request'],
    // Promise: 39
    ['two Authorization headers', () => get(path, bearer + bearer), 400, 'malformed_request'],
    // Promise: 39
    [
      'two Idempotency-Key headers',
      () => get(path, `${bearer}Idempotency-Key: a\r\nIdempotency-Key: a\r\n`),
      400,
      'malformed_request',
    ],
    // Promise: malformed_request
    [
      'two lengths',
      () => ask(`POST /v1/meetings HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2`),
      400,
      'malformed_request',
    ],
    // Promise: 44, headers_too_large
    [
      'headers over 16 KiB',
      () => get(path, `X-Long: ${'x'.repeat(17_000)}\r\n`),
      431,
      'headers_too_large',
    ],
  ])('%s gets a problem answer', async (_, send, status, code) => {
    const answer = await send();
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
    expect(answer.toLowerCase()).toContain(`x-request-id: ${bodyOf(answer).requestId}`);
    expect(bodyOf(answer)).toMatchObject({ code, status });
  });

  test('a fault in a later request of a connection is answered too', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket
      .on('data', (chunk) => (text += chunk))
      .write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => text).toContain('{"status":"ok"}');
    socket.write('noise\r\n\r\n');
    await once(socket, 'close');
    expect(text).toContain('HTTP/1.1 400');
    expect(text).toContain('"malformed_request"');
  });

  test.each([
    ['noise', 'noise'],
    ['CONNECT', 'CONNECT meet.acme.test:443 HTTP/1.1\r\nHost: x'],
  ])('the error of %s is not written into the answer to the request before it', async (_, head) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket
      .on('data', (chunk) => (text += chunk))
      .write(`GET /v1/events HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`);
    await expect.poll(() => text).toContain('retry: ');
    socket.write(`${head}\r\n\r\n`);
    await once(socket, 'close');
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('a WebSocket requested while an earlier request is unanswered is refused; later requests work', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    const statuses = () => text.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9)));
    const upgrade = Object.entries(HANDSHAKE).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`;
    socket.write(
      `${request}GET /rtc?access_token=minted HTTP/1.1\r\nHost: x\r\n${upgrade.join('')}\r\n`,
    );
    await expect.poll(statuses).toEqual([200, 503]);
    socket.write(request);
    await expect.poll(statuses).toEqual([200, 503, 200]);
    socket.destroy();
  });

  test('a connection that sends more than a hundred requests at once ends', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', () => {}).on('data', (chunk) => (text += chunk));
    const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = () => text.split('HTTP/1.1 200').length - 1;
    for (const all of [100, 200]) {
      socket.write(request.repeat(100));
      await expect.poll(answers).toBe(all);
    }
    socket.write(request.repeat(101));
    await once(socket, 'close');
    expect(answers()).toBeLessThan(301);
  });

  test('a connection for CONNECT is closed although its client keeps it open', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write('CONNECT meet.acme.test:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'end');
    await expect
      .poll(() => {
        socket.write('more');
        return socket.destroyed;
      })
      .toBe(true);
  });

  test('an unknown Expect header is ignored', async () => {
    expect((await get(path, `${bearer}Expect: wonders\r\n`)).slice(0, 12)).toBe('HTTP/1.1 200');
  });

  // Promise: 44
  test('a chunked body over 64 KiB is refused', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const answer = await raw(
      `POST /v1/meetings HTTP/1.1\r\nHost: x\r\n${bearer}Idempotency-Key: a\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n' +
        `\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    expect(bodyOf(answer).code).toBe('body_too_large');
  });
});

test('broken database connections cause temporary problems at most', async () => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(world.ctx.db);
  const statuses = new Set<number>();
  await expect
    .poll(async () => {
      const { status } = await world.call('GET', path);
      statuses.add(status);
      return status;
    })
    .toBe(200);
  statuses.delete(503);
  expect([...statuses]).toEqual([200]);
});
