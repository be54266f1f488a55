import { expect, test } from 'vitest';
import { arrowStep } from './arrow-step.ts';

test.each([
  ['ArrowDown', 1, 1],
  ['ArrowUp', -1, -1],
  ['ArrowRight', 1, -1],
  ['ArrowLeft', -1, 1],
  ['Tab', null, null],
])('%s walks by %s from left to right and by %s from right to left', (key, ltr, rtl) => {
  expect([arrowStep(key, 'ltr'), arrowStep(key, 'rtl')]).toEqual([ltr, rtl]);
});
