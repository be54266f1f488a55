import { expect, test } from 'vitest';
import { ar } from './languages/ar.ts';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import { ja } from './languages/ja.ts';
import { directionOf, pickLanguage } from './page-language.ts';
import { pt } from './languages/pt.ts';

test.each<[string[], string]>([
  [['de-CH', 'en'], 'de'],
  [['nl', 'fr-CA', 'en'], 'fr'],
  [['PT-br'], 'pt'],
  [['nl', 'xx'], 'en'],
  [['constructor', '__proto__', ''], 'en'],
  [[], 'en'],
])('for %j the language is %s', (tags, language) => expect(pickLanguage(tags)).toBe(language));

test('only Arabic is written from right to left', () => {
  expect([directionOf('ar'), directionOf('ja')]).toEqual(['rtl', 'ltr']);
});

test.each(Object.entries({ ar, de, es, fr, ja, pt }))('%s translates every text', (_, words) => {
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const key of ['join', 'leave', 'endedTitle', 'raiseHand', 'settings'] as const) {
    expect(words[key]).not.toBe('');
    expect(words[key]).not.toBe(en[key]);
  }
  expect(
    words.notices
      .people_joined(['Ann', ''])
      .some((piece) => typeof piece !== 'string' && piece.name === 'Ann'),
  ).toBe(true);
});
