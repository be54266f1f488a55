import { expect, test } from 'vitest';
import { arrowStep } from './popup.tsx';

test.each([
  ['ArrowDown', 1, 1],
  ['ArrowUp', -1, -1],
  ['ArrowRight', 1, -1],
  ['ArrowLeft', -1, 1],
  ['Tab', null, null],
])('%s moves by %s in left-to-right pages and by %s in right-to-left pages', (key, ltr, rtl) => {
  expect([arrowStep(key, 'ltr'), arrowStep(key, 'rtl')]).toEqual([ltr, rtl]);
});
