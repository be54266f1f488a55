import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../../../dev/world/process-memory.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { openStream } from './sse.ts';

const PINGS = 2_000;
const MAX_BYTES_A_PING = 200;

const world = await serverWorld();

function bytesInUse(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('an idle stream does not grow with each ping', async () => {
  const actor = await world.keys.verify(await world.key());
  const source = {
    component: 'quiet',
    keyId: actor?.keyId ?? '',
    firstId: 0,
    follow: () => () => {},
    isReleased: () => false,
    isKeyInDoubt: () => false,
    read: async () => ({ text: '', isMore: false, end: null }),
    slowFrame: '',
  };
  const stream = openStream(world.ctx, source, { pingMs: 1, slowMs: 30_000 });
  let pings = 0;
  stream.on('data', (chunk) => (pings += String(chunk).split(': ping').length - 1));
  const after = async (count: number): Promise<number> => {
    await vi.waitFor(() => expect(pings).toBeGreaterThan(count), { timeout: 60_000 });
    return bytesInUse();
  };
  const [before, beforePings] = [await after(PINGS), pings];
  const each = ((await after(2 * PINGS)) - before) / (pings - beforePings);
  stream.destroy();
  process.stdout.write(`a ping: ${each.toFixed(0)} bytes\n`);
  expect(each).toBeLessThan(MAX_BYTES_A_PING);
}, 120_000);
