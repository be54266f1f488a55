import { expect, test, vi } from 'vitest';
import { language, loadLanguage } from './messages.ts';

test('of two languages that are chosen quickly the last one stays, though the first one loads longer', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await Promise.all([loadLanguage('ar'), loadLanguage('en')]);
  expect(language.get()).toBe('en');
  await loadLanguage('ar');
  expect(language.get()).toBe('ar');
  vi.unstubAllGlobals();
});
