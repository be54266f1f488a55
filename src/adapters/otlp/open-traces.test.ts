import { expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { openTraces } from './open-traces.ts';

test('stops in time while its collector is away, so that the rest of the process is stopped too', async () => {
  const endpoint = 'http://127.0.0.1:1';
  const traces = await openTraces(
    { endpoint, headers: {}, serviceName: 'parley' },
    { role: 'all', version: '1', log: silentLog },
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
  // Less than the 10 s for which the exporter tries again.
  expect(Date.now() - startedAt).toBeLessThan(9_000);
});
