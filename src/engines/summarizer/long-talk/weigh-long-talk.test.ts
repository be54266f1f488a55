import { expect, test } from 'vitest';
import { likeliestOf } from './weigh-long-talk.ts';

test('of sentences in one passage the likeliest holds the decision', () => {
  const weights = [0.5, -2, 1, -2, -2, -2, -2, -2, -2, -2, -2, -2];
  expect(likeliestOf(weights, 'decisions')).toEqual([2]);
});

test('tasks that are listed one after the other are all kept, but not two in a row', () => {
  expect(likeliestOf([1, -2, 2, 0.5], 'tasks')).toEqual([2, 0]);
});
