import { expect, test } from 'vitest';
import { likeliestOf } from './weigh-long-talk.ts';

test('of several likely sentences in one passage, the likeliest is the decision', () => {
  const weights = [0.5, -2, 1, -2, -2, -2, -2, -2, -2, -2, -2, -2];
  expect(likeliestOf(weights, 'decisions')).toEqual([2]);
});

test('of tasks listed close together all are kept, except in adjacent sentences', () => {
  expect(likeliestOf([1, -2, 2, 0.5], 'tasks')).toEqual([2, 0]);
});
