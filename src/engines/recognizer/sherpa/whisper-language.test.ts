import { expect, it } from 'vitest';
import { whisperLanguage } from './whisper-language.ts';

it.each([
  ['en', 'en'],
  ['de-AT', 'de'],
  ['PT-br', 'pt'],
  ['nb-NO', 'no'],
  ['haw', 'haw'],
  // Unknown, or known to the largest models only: the model finds out by itself.
  ['yue', ''],
  ['tlh', ''],
  ['', ''],
  [null, ''],
])('the language %j is %j for Whisper', (tag, expected) => {
  expect(whisperLanguage(tag)).toBe(expected);
});
