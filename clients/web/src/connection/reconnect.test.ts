import { expect, test } from 'vitest';
import { endAfter, SHUT_OUT } from './reconnect.ts';

const ended = { kind: 'over', phase: 'ended' };
const lost = { kind: 'failed', error: 'lost' };
const renewed = { kind: 'ok', value: {} as never } as const;

test.each([
  [renewed, 1000, null],
  [{ kind: 'unavailable' }, 1000, null],
  [{ kind: 'unreachable' }, 1000, null],
  [{ kind: 'unreachable' }, 300_001, lost],
  [renewed, 300_001, lost],
  [{ kind: 'full' }, 1000, { kind: 'failed', error: 'full' }],
  [{ kind: 'refused' }, 1000, SHUT_OUT],
  [{ kind: 'gone', meetingState: 'ending' }, 1000, ended],
  [{ kind: 'gone', meetingState: 'ended' }, 400_000, ended],
  [{ kind: 'gone', meetingState: 'cancelled' }, 1000, ended],
  [{ kind: 'gone', meetingState: 'in_progress' }, 1000, SHUT_OUT],
  [{ kind: 'gone', meetingState: null }, 1000, SHUT_OUT],
] as const)('the answer %j after %i ms ends the session as %j', (answer, triedForMs, end) => {
  expect(endAfter(answer, triedForMs)).toEqual(end);
});
