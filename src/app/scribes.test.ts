import { expect, test } from 'vitest';
import { silentLog } from '../../dev/world/clock-and-log.ts';
import type { LogFields } from '../core/ports.ts';
import type { ScribeHealth } from '../scribe/health-report.ts';
import type { ScribeOptions } from './scribe-options.ts';
import { joinHealth, startScribe } from './scribes.ts';

function health(status: ScribeHealth['status'], detail: string | null = null): ScribeHealth {
  return { kind: 'health', status, engine: null, detail };
}

test('two scribes are as healthy as the one that attends, and a missing one is reported', () => {
  const gone = health('unavailable', 'gone');
  expect(joinHealth(health('ok'), health('ok')).status).toBe('ok');
  expect(joinHealth(health('ok'), health('starting')).status).toBe('ok');
  expect(joinHealth(health('degraded', 'disk'), health('ok'))).toMatchObject({ detail: 'disk' });
  expect(joinHealth(health('ok'), gone)).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, health('ok'))).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, gone)).toEqual(gone);
});

test('a scribe that the system cannot start does not end the service, and is tried again', async () => {
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const told: LogFields[] = [];
  const scribe = startScribe(
    { spool: { root: '/nowhere', copies: null } } as ScribeOptions,
    { ...silentLog, warn: (_, fields = {}) => void told.push(fields) },
    () => {},
  );
  try {
    await expect.poll(() => told.slice(0, 2).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(scribe.health()).toMatchObject({ status: 'unavailable' });
  } finally {
    process.execPath = node;
    await scribe.stop();
  }
});
