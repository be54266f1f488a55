import { expect, test } from 'vitest';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { directionOf, pickLanguage } from './pick-language.ts';
import { pt } from './pt.ts';

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
