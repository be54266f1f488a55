import { expect, test, vi } from 'vitest';
import { language, speak } from './messages.ts';

test('of two languages that are chosen quickly the last one stays, though the first one loads longer', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await Promise.all([speak('ar'), speak('en')]);
  expect(language.read()).toBe('en');
  await speak('ar');
  expect(language.read()).toBe('ar');
  vi.unstubAllGlobals();
});
