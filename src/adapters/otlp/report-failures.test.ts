import { expect, test, vi } from 'vitest';
import type { Log } from '../../core/ports.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { reportFailures } from './report-failures.ts';

test('a collector that refuses spans is logged once, with its status, and once more when it accepts them again', () => {
  const refused = Object.assign(new Error('canary'), { code: 401 });
  const answers = [refused, refused, undefined, undefined, new Error('no answer')];
  const [warn, info] = [vi.fn<Log['warn']>(), vi.fn<Log['info']>()];
  const exporter = reportFailures(
    {
      export: (_, done) => {
        const error = answers.shift();
        done(Object.assign(JSON.parse('{}'), { code: error ? 1 : 0, error }));
      },
      shutdown: async () => {},
    },
    { ...silentLog, warn, info },
  );
  const done = vi.fn<() => void>();
  for (let sent = 0; sent < 5; sent++) exporter.export([], done);
  expect(done).toHaveBeenCalledTimes(5);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenNthCalledWith(1, expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'), {
    component: 'traces',
    error: refused,
    status: 401,
  });
  expect(info.mock.calls).toEqual([
    ['the collector accepts traces again', { component: 'traces' }],
  ]);
});
