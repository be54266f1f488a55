import { expect, test } from 'vitest';
import { tabToChoose } from './tabs.tsx';

test.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 4, false, 0],
  ['ArrowLeft', 0, false, 4],
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 1, true, 0],
  ['Home', 3, false, 0],
  ['End', 1, true, 4],
  ['ArrowDown', 1, false, null],
  ['a', 1, false, null],
] as const)('%s on tab %i (right to left: %s) chooses %s', (key, at, isRightToLeft, next) => {
  expect(tabToChoose(key, at, 5, isRightToLeft)).toBe(next);
});
