import { expect, test } from 'vitest';
import { dateWeights } from '../weights/weights.ts';
import { chooseDate } from './choose-date.ts';
import type { DateFeature } from './date-candidates.ts';

const [monday, tuesday] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 24)];
const names = Object.keys(dateWeights) as DateFeature[];
const noWeights = Object.fromEntries(names.map((name) => [name, 0])) as typeof dateWeights;
const weights = { ...noWeights, fits: 1, 'in its words': 2, short: -3 };
const candidate = (day: number | null, fit: number, ...features: DateFeature[]) => ({
  day,
  fit,
  features,
  segmentRefs: [],
});

test('the date whose features have the greatest total weight is chosen', () => {
  const all = [
    candidate(null, 0),
    candidate(monday, 0, 'in its words'),
    candidate(tuesday, 1, 'short'),
  ];
  expect(chooseDate(all, weights)?.day).toBe(monday);
});

test('of dates that fit equally well, one named twice beats one named once', () => {
  const all = [
    candidate(null, 1),
    candidate(monday, 1),
    candidate(tuesday, 1),
    candidate(monday, 1),
  ];
  expect(chooseDate(all, weights)?.day).toBe(monday);
});

test('a date that only other sentences name is not chosen if it is probably another or none', () => {
  const all = [candidate(null, 0), candidate(monday, 0.3), candidate(tuesday, 0)];
  expect(chooseDate(all, weights)?.day).toBeNull();
});

test('no date is chosen when having none fits better', () => {
  expect(chooseDate([candidate(null, 2), candidate(monday, 0)], weights)?.day).toBeNull();
});

test('no date is chosen for a task with none around it', () => {
  expect(chooseDate([], weights)).toBeUndefined();
});
