import { expect, it } from 'vitest';
import { BeamSearch } from './beam-search.ts';
import { beamWidth } from '../load-model.ts';

const [A, B, END] = [0, 1, 2];
/** Scores of A, B and END: how likely each is, of 1. */
const likely = (...chances: number[]) => Float32Array.from(chances, Math.log);

const search = (width: number, maxTokens = 10) => new BeamSearch({ width, end: END, maxTokens });

it('a search of width one takes the likeliest token each time', () => {
  const one = search(1);
  expect(one.extend([likely(0.2, 0.7, 0.1)])).toEqual([0]);
  expect(one.open.map(({ tokens }) => tokens)).toEqual([[B]]);
  expect(one.extend([likely(0.5, 0.4, 0.1)])).toEqual([0]);
  expect(one.extend([likely(0.1, 0.1, 0.8)])).toEqual([]);
  expect([one.open, one.best]).toEqual([[], [B, A]]);
});

it('finds a text that is less likely at first and likelier in the end', () => {
  const two = search(2);
  expect(two.extend([likely(0.55, 0.44, 0.01)])).toEqual([0, 0]);
  // After A nothing fits well; after B the end does.
  expect(two.extend([likely(0.35, 0.33, 0.32), likely(0.01, 0.01, 0.98)])).toEqual([]);
  expect([two.open, two.best]).toEqual([[], [B]]);
});

it('reports which text each one continues', () => {
  const two = search(2);
  two.extend([likely(0.5, 0.4, 0.1)]);
  // Both likeliest ones begin with B.
  expect(two.extend([likely(0.1, 0.1, 0.1), likely(0.5, 0.49, 0.01)])).toEqual([1, 1]);
  expect(two.open.map(({ tokens }) => tokens)).toEqual([
    [B, A],
    [B, B],
  ]);
});

it('does not stop at the first text that ends', () => {
  const two = search(2);
  two.extend([likely(0.6, 0.01, 0.39)]);
  expect(two.open.map(({ tokens }) => tokens)).toEqual([[A]]);
  two.extend([likely(0.01, 0.9, 0.09)]);
  two.extend([likely(0.01, 0.01, 0.98)]);
  expect(two.best).toEqual([A, B]);
});

it.each([1, 2])('of width %i has at least one token where there are certainly words', (width) => {
  const beams = new BeamSearch({ width, end: END, maxTokens: 10, isNeverEmpty: true });
  beams.extend([likely(0.1, 0.2, 0.7)]);
  for (let i = 0; i < 3; i++) beams.extend(beams.open.map(() => likely(0.1, 0.1, 0.8)));
  expect(beams.best).toEqual([B]);
});

it('ends a text that repeats itself', () => {
  const one = search(1, 3);
  for (let i = 0; i < 3; i++) one.extend([likely(0.9, 0.05, 0.05)]);
  expect([one.open, one.best, one.isCutOff]).toEqual([[], [A, A, A], true]);
});

it('tells a text that ended by itself from one that was cut off', () => {
  const one = search(1, 3);
  one.extend([likely(0.9, 0.05, 0.05)]);
  one.extend([likely(0.05, 0.05, 0.9)]);
  expect([one.best, one.isCutOff]).toEqual([[A], false]);
});

it('prefers a whole sentence to a short text that is likelier only because it is short', () => {
  const two = search(2);
  two.extend([likely(0.5, 0.499, 0.001)]);
  // B ends at once; A goes on for eight tokens, each of which is nearly certain.
  two.extend([likely(0.97, 0.02, 0.01), likely(0.04, 0.01, 0.95)]);
  for (let i = 0; i < 7; i++) two.extend(two.open.map(() => likely(0.97, 0.02, 0.01)));
  two.extend(two.open.map(() => likely(0.02, 0.01, 0.97)));
  expect(two.best).toEqual(Array.from({ length: 9 }, () => A));
});

it.each([
  [1, 4],
  [2, 2],
  [3, 1],
  [8, 1],
])('%i sounds together are given %i texts each', (sounds, texts) => {
  expect(beamWidth(Array.from({ length: sounds }, () => ({ isGreedy: false })))).toBe(texts);
});

it('an urgent range gets a beam of one', () => {
  expect(beamWidth([{ isGreedy: true }])).toBe(1);
  expect(beamWidth([{}, { isGreedy: true }])).toBe(1);
});
