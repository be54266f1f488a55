import { expect, test } from 'vitest';
import type { ScribeHealth } from '../scribe/session/scribe-options.ts';
import { joinHealth } from './scribes.ts';

function health(status: ScribeHealth['status'], detail: string | null = null): ScribeHealth {
  return { kind: 'health', status, engine: null, detail };
}

test('two scribes are as well as the one that attends, and one that is gone is told', () => {
  const gone = health('unavailable', 'gone');
  expect(joinHealth(health('ok'), health('ok')).status).toBe('ok');
  expect(joinHealth(health('ok'), health('starting')).status).toBe('ok');
  expect(joinHealth(health('degraded', 'disk'), health('ok'))).toMatchObject({ detail: 'disk' });
  expect(joinHealth(health('ok'), gone)).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, health('ok'))).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, gone)).toEqual(gone);
});
