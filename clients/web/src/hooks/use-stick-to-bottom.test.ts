import { expect, test } from 'vitest';
import { type ScrollBox, stillSticks } from './use-stick-to-bottom.ts';

const BOTTOM = { scrollTop: 800, scrollHeight: 1000, clientHeight: 200, clientWidth: 400 };

type Case = [title: string, sticks: boolean, before: Partial<ScrollBox>, now: Partial<ScrollBox>];

const CASES: Record<'sticks' | 'lets go', Case[]> = {
  sticks: [
    ['nothing moved', true, {}, {}],
    ['a line came', true, {}, { scrollHeight: 1060 }],
    [
      'a long line became short, and the browser moved the list',
      true,
      {},
      { scrollTop: 500, scrollHeight: 700 },
    ],
    [
      'it became narrower, and its lines break elsewhere',
      true,
      {},
      { scrollHeight: 1900, clientWidth: 200 },
    ],
    [
      'it became wider and shorter',
      true,
      {},
      { scrollTop: 400, scrollHeight: 600, clientWidth: 800 },
    ],
    ['the guest scrolled up by less than a line', true, {}, { scrollTop: 780 }],
    ['the guest came back to the bottom', false, { scrollTop: 100 }, { scrollTop: 790 }],
  ],
  'lets go': [
    ['the guest scrolled up', true, {}, { scrollTop: 100 }],
    [
      'the guest scrolled up and a line came before the event',
      true,
      {},
      { scrollTop: 100, scrollHeight: 1060 },
    ],
    [
      'the guest scrolled up and it was resized before the event',
      true,
      {},
      { scrollTop: 100, clientHeight: 150 },
    ],
    [
      'the guest had scrolled up, and a line came',
      false,
      { scrollTop: 100 },
      { scrollTop: 100, scrollHeight: 1060 },
    ],
    [
      'the guest had scrolled up, and lines became so short that it shows the last one',
      false,
      { scrollTop: 700 },
      { scrollTop: 600, scrollHeight: 800 },
    ],
    [
      'the guest had scrolled up, and it became so high that it shows the last line',
      false,
      { scrollTop: 700 },
      { scrollTop: 700, clientHeight: 300 },
    ],
  ],
};

test.each(CASES.sticks)('a list sticks to its bottom: %s', (_, sticks, before, now) => {
  expect(stillSticks(sticks, { ...BOTTOM, ...before }, { ...BOTTOM, ...now })).toBe(true);
});

test.each(CASES['lets go'])(
  'a list stays where the guest scrolled: %s',
  (_, sticks, before, now) => {
    expect(stillSticks(sticks, { ...BOTTOM, ...before }, { ...BOTTOM, ...now })).toBe(false);
  },
);
