// Words without a subject of their own, one list per language; all others count as content.
import file from '../words/words.json' with { type: 'json' };
import { wordSet } from './pattern.ts';

const LANGUAGES = new Map(
  Object.entries(file.languages).map(([code, { functionWords, ...list }]) => [
    code,
    { ...list, words: wordSet(functionWords) },
  ]),
);
const NONE: ReadonlySet<string> = new Set();

/** Function words of a language by its primary subtag; empty for languages without a list. */
export function functionWords(language: string | null): ReadonlySet<string> {
  return LANGUAGES.get(primarySubtag(language))?.words ?? NONE;
}

export function isEnglish(language: string | null): boolean {
  return primarySubtag(language) === 'en';
}

/** `en` for `en-GB`; empty for null. */
function primarySubtag(language: string | null): string {
  return (language ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
}

/** How a language joins and introduces a list; undefined for languages without a list of words. */
export function listWords(
  language: string | null,
): { and: string; topicsWere: string } | undefined {
  return LANGUAGES.get(primarySubtag(language));
}
