import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import type { Log } from '../../core/ports.ts';
import { openTraces } from './open-traces.ts';

/** Records one span, and stops; returns when it began. */
async function recordAndStop(endpoint: string, log: Log = silentLog): Promise<number> {
  const traces = await openTraces(
    { endpoint, headers: {}, serviceName: 'parley' },
    { role: 'all', version: '1' },
    log,
  );
  const startedAt = Date.now();
  traces.record({
    name: 'close_room',
    meetingRef: 'mtg_1',
    startedAt,
    endedAt: startedAt + 5,
    failed: false,
    isFirst: false,
    attributes: {},
  });
  await traces.stop();
  return startedAt;
}

test('stops in time while its collector is away, so that the rest of the process is stopped too', async () => {
  const startedAt = await recordAndStop('http://127.0.0.1:1');
  // Less than the 10 s for which the exporter tries again.
  expect(Date.now() - startedAt).toBeLessThan(9_000);
});

test('a collector that refuses traces is logged', async () => {
  const collector = createServer((_, response) => response.writeHead(400).end());
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const refused = Promise.withResolvers<string>();
  const log = { ...silentLog, warn: (message: string) => refused.resolve(message) };
  await recordAndStop(`http://127.0.0.1:${port}`, log);
  expect(await refused.promise).toContain('takes no traces');
});
