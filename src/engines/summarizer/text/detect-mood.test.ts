import { expect, it } from 'vitest';
import { isSpokenQuestion, withoutCourtesy } from './detect-mood.ts';

it.each([
  ['Can you send it?', true],
  ['can you send it', true],
  ['Anna, could you send it', true],
  ['when is it due', true],
  ['what about the invoice', true],
  ['Can you send it.', false],
  ['When it rains we stay in', false],
  ['That would be a pity', false],
  ['I will send it', false],
])('"%s" asks: %s', (said, asks) => {
  expect(isSpokenQuestion(said)).toBe(asks);
});

it.each([
  ["We take the blue one, if that's okay.", 'We take the blue one.'],
  ['We start at nine if nobody minds', 'We start at nine'],
  ['We start at nine if it rains', 'We start at nine if it rains'],
])('of "%s" the courtesy binds nothing', (said, rest) => {
  expect(withoutCourtesy(said)).toBe(rest);
});
