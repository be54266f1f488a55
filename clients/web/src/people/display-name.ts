import { stripUnsafeCharacters } from '../i18n/strip-unsafe-characters.ts';

export const MAX_NAME_CHARACTERS = 60;

/**
 * A name that is safe to show: one line, no control characters, none that change the writing
 * direction around it, and at most 60 graphemes.
 */
export function cleanDisplayName(name: string): string {
  const plain = stripUnsafeCharacters(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
    .replace(/\s+/gu, ' ')
    .trim();
  return graphemesOf(plain.slice(0, 2000)).slice(0, MAX_NAME_CHARACTERS).join('').trim();
}

/** Code points where the browser cannot find graphemes (Firefox before 125). */
function graphemesOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text];
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/**
 * The initials of a name, one or two letters: `Anna Maria Berg` is `AB`. Empty for an empty name.
 */
export function initialsOf(name: string): string {
  const words = cleanDisplayName(name)
    .split(/[\s\-_.]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '');
  const first = firstCharacter(words[0]);
  const last = words.length > 1 ? firstCharacter(words.at(-1)) : '';
  return (first + last).toLocaleUpperCase();
}

function firstCharacter(word: string | undefined): string {
  const point = word?.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}
