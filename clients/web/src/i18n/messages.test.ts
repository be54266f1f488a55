import { expect, test, vi } from 'vitest';
import { language, loadLanguage } from './messages.ts';

test('the language chosen last wins, even when an earlier one loads later', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await Promise.all([loadLanguage('ar'), loadLanguage('en')]);
  expect(language.get()).toBe('en');
  await loadLanguage('ar');
  expect(language.get()).toBe('ar');
  vi.unstubAllGlobals();
});
