import { expect, test } from 'vitest';
import type { FoundTask } from '../found-item.ts';
import { findOwners } from './resolve-owner.ts';
import { heavyTasks, likelyTasks } from './weigh-tasks.ts';

const task = (at: number): FoundTask => ({
  at,
  turn: at,
  text: `Task ${at}`,
  words: [],
  segmentRefs: [],
  sureness: 1,
  correcting: false,
  ownerDisplayName: null,
  dueDay: null,
});
const shown = (entries: [at: number, weight: number][]): number[] =>
  heavyTasks(
    entries.map(([at, weight]) => ({ task: task(at), weight })),
    0,
  ).map((entry) => entry.task.at);

test('what weighs less than the bar is not shown', () => {
  expect(
    shown([
      [1, -0.1],
      [9, 0],
    ]),
  ).toEqual([9]);
});

test('right beside a weightier task a light one is not shown, a weighty one is', () => {
  expect(
    shown([
      [1, 0.5],
      [2, 1],
      [20, 3],
      [21, 2.5],
    ]),
  ).toEqual([2, 20, 21]);
});

test('what is not shown takes nothing away from its neighbours', () => {
  expect(
    shown([
      [1, 0.5],
      [3, 1],
      [5, 1.5],
    ]),
  ).toEqual([1, 5]);
});

test("a rule's task stands where the model has read nothing", () => {
  expect(likelyTasks([task(0)], { acts: [], readings: [null], owners: findOwners([]) })).toEqual([
    task(0),
  ]);
});
