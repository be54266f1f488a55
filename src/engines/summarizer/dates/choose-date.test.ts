import { expect, test } from 'vitest';
import { chooseDay } from './choose-date.ts';

const [monday, tuesday] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 24)];
const candidate = (day: number | null, fit: number, ...signs: string[]) => ({
  day,
  fit,
  asked: fit,
  signs,
  segmentRefs: [],
});

test('the day whose signs weigh most is chosen', () => {
  const weights = { 'fits when asked': 1, limit: 2, past: -3 };
  expect(
    chooseDay(
      [candidate(null, 0), candidate(monday, 0, 'limit'), candidate(tuesday, 1, 'past')],
      weights,
    )?.day,
  ).toBe(monday);
});

test('a day that is named twice beats one that is named once, where all fit alike', () => {
  const all = [
    candidate(null, 1),
    candidate(monday, 1),
    candidate(tuesday, 1),
    candidate(monday, 1),
  ];
  expect(chooseDay(all, { 'fits when asked': 1 })?.day).toBe(monday);
});

test('no day is an answer like any other', () => {
  expect(
    chooseDay([candidate(null, 2), candidate(monday, 0)], { 'fits when asked': 1 })?.day,
  ).toBeNull();
});

test('where nothing was read, nothing is chosen', () => {
  expect(chooseDay([], { 'fits when asked': 1 })).toBeUndefined();
});
