import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test.each([
  ['a key while a word is composed', { isComposing: true, keyCode: 229 }, true],
  ['the key that ends it, in Safari', { isComposing: false, keyCode: 229 }, true],
  ['Enter by itself', { isComposing: false, keyCode: 13 }, false],
])('%s', (_, key, expected) => {
  expect(isComposing(key)).toBe(expected);
});
