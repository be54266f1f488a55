import { expect, test } from 'vitest';
import { isLanguageTag, languageOfTag } from './check-language-tag.ts';

test.each([
  'en',
  'EN-us',
  'pt-BR',
  'zh-Hant-TW',
  'es-419',
  'sr-Latn',
  'yue',
  'haw',
  'gsw-CH',
  'de-CH-1996',
])('%s is a language tag', (tag) => expect(isLanguageTag(tag)).toBe(true));

test.each([
  '',
  'e',
  'english',
  'en_US',
  'xx',
  'qqq',
  'und',
  'x-private',
  'en-',
  'en US',
  'de-1',
  '12',
  'en\u0000',
  'root',
])('%j is not one', (tag) => expect(isLanguageTag(tag)).toBe(false));

test.each([
  ['EN-us', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['en_US', null],
])('the language of %s is %s', (tag, language) => expect(languageOfTag(tag)).toBe(language));
