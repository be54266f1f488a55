import { describe, expect, it } from 'vitest';
import { jobFor } from '../../../../dev/world/speech/recognizer-job.ts';
import { blameCrash } from './blame-crash.ts';

const job = (deaths: { crashed?: number; killed?: number } = {}) =>
  jobFor('mtg_1', 'trk_1', 1, deaths);

describe('when the recognizer process ended', () => {
  it('the range at work is blamed, and those behind it are retried as if nothing had happened', () => {
    const [poison, next] = [job({ crashed: 1 }), job({ crashed: 1 })];
    expect(blameCrash([[poison], [next]], 'crashed')).toEqual({
      giveUp: [poison],
      askAgain: [next],
    });
    expect([next.crashed, next.isSuspect]).toEqual([1, false]);
  });

  it('several ranges at work together are each retried alone, before those behind them', () => {
    const [one, other, next] = [job(), job(), job()];
    expect(blameCrash([[one, other], [next]], 'crashed')).toEqual({
      giveUp: [],
      askAgain: [one, other, next],
    });
    expect([one, other, next].map(({ isSuspect, crashed }) => [isSuspect, crashed])).toEqual([
      [true, 0],
      [true, 0],
      [false, 0],
    ]);
  });

  it.each([
    ['crashed', { crashed: 0 }, false],
    ['crashed', { crashed: 1 }, true],
    ['stuck', { crashed: 1 }, true],
    ['killed', { killed: 4 }, false],
    ['killed', { killed: 5 }, true],
  ] as const)('a range over which it %s after %o is given up: %s', (how, deaths, isGivenUp) => {
    const range = job(deaths);
    expect(blameCrash([[range]], how).giveUp).toEqual(isGivenUp ? [range] : []);
  });

  it('nothing is blamed when it was idle', () => {
    expect(blameCrash([], 'killed')).toEqual({ giveUp: [], askAgain: [] });
  });
});
