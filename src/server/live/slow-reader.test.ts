import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { openStream, type Read } from './sse.ts';

const world = await serverWorld();

const KIB = 1024;
const SLOW_MS = 750;
/** A client that takes 16 KiB in 50 ms: 500 KiB take it twice as long as one that takes nothing is given. */
function slowClient(): { client: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const client = new Writable({
    highWaterMark: 16 * KIB,
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      setTimeout(done, (50 * chunk.length) / (16 * KIB));
    },
  });
  return { client, text: () => Buffer.concat(chunks).toString('utf8') };
}

test('a client that reads slowly, but reads, gets everything', async () => {
  const actor = await world.keys.verify(await world.key());
  const reads: Read[] = [
    { text: 'a'.repeat(400 * KIB), isMore: true, end: null },
    { text: 'b'.repeat(100 * KIB), isMore: true, end: null },
    { text: '', isMore: false, end: 'meeting_over' },
  ];
  const source = {
    component: 'long words',
    keyId: actor?.keyId ?? '',
    firstId: 0,
    follow: () => () => {},
    isReleased: () => false,
    isKeyInDoubt: () => false,
    read: async () => reads.shift() ?? { text: '', isMore: false, end: null },
    slowFrame: 'event: resync\ndata: {}\n\n',
  };
  const { client, text } = slowClient();
  await pipeline(openStream(world.ctx, source, { pingMs: 60_000, slowMs: SLOW_MS }), client);
  expect(text().length).toBeGreaterThan(500 * KIB);
  expect(text().slice(-50)).toContain('meeting_over');
}, 30_000);
