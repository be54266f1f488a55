import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['takes the text', { clipboard: { writeText: async () => {} } }, true],
  ['is refused', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } }, false],
  ['is missing, on a page without https', {}, false],
])('a clipboard that %s: copied %s', async (_, navigator, expected) => {
  vi.stubGlobal('navigator', navigator);
  expect(await copyText('a report')).toBe(expected);
});
