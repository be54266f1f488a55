/**
 * Removes characters that change the writing direction or have no width, and all but four combining
 * marks on a letter: more are used to draw over the surrounding text.
 */
export function stripUnsafeCharacters(text: string): string {
  return text
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
}
