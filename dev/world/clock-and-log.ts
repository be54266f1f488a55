import type { Clock, Log } from '../../src/core/ports.ts';

/** A clock that moves only on command. */
export function manualClock(
  start = new Date('2026-11-24T09:00:00.000Z'),
): Clock & { advance(seconds: number): void } {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
