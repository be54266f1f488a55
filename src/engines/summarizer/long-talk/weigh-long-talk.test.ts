import { expect, test } from 'vitest';
import { likeliestOf, passageOf } from './weigh-long-talk.ts';
import { cutSentences } from '../text/sentences.ts';

const sentences = cutSentences(
  Array.from({ length: 12 }, (_, at) => ({
    segmentRef: `g${at}`,
    languageCode: 'en',
    speakerRef: `s${at % 2}`,
    startMs: at * 1_000,
    endMs: at * 1_000 + 900,
    text: `We could take wood number ${at}.`,
  })),
);

test('of sentences in one passage the likeliest holds the decision', () => {
  const weights = [0.5, -2, 1, -2, -2, -2, -2, -2, -2, -2, -2, -2];
  expect(likeliestOf(weights, 'decisions')).toEqual([2]);
});

test('tasks that are listed one after the other are all kept, but not two in a row', () => {
  expect(likeliestOf([1, -2, 2, 0.5], 'tasks')).toEqual([2, 0]);
});

test('a decision names the sentences around it that speak for it, and no others', () => {
  const weights = [-0.5, -2, 1, -0.9, -2, -2, -2, -2, -2, -2, -2, 0.9];
  expect(passageOf(2, weights, sentences)).toEqual(['g0', 'g2', 'g3']);
});
