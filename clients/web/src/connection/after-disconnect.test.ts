import { describe, expect, test } from 'vitest';
import { afterAsking, afterDisconnect } from './after-disconnect.ts';

describe('after a disconnect', () => {
  test.each([
    ['left', 'nothing'],
    ['taken_over', 'show_error'],
    ['closed', 'ask_service'],
    ['lost', 'ask_service'],
  ] as const)('that is %s comes %s', (cause, next) => {
    expect(afterDisconnect(cause)).toBe(next);
  });
});

describe('after asking the service', () => {
  const patience = 300_000;
  test.each([
    [{ kind: 'ok' }, 1000, 'connect_again'],
    [{ kind: 'no_answer' }, 1000, 'ask_later'],
    [{ kind: 'no_answer' }, 300_001, 'show_error'],
    [{ kind: 'ok' }, 300_001, 'show_error'],
    [{ kind: 'full' }, 1000, 'show_full'],
    [{ kind: 'gone', meetingState: 'ending' }, 1000, 'show_ended'],
    [{ kind: 'gone', meetingState: 'ended' }, 400_000, 'show_ended'],
    [{ kind: 'gone', meetingState: 'cancelled' }, 1000, 'show_ended'],
    [{ kind: 'gone', meetingState: 'in_progress' }, 1000, 'show_refused'],
    [{ kind: 'gone', meetingState: null }, 1000, 'show_refused'],
  ] as const)('%j after %i ms comes %s', (standing, triedForMs, next) => {
    expect(afterAsking(standing, triedForMs, patience)).toBe(next);
  });
});
