// English verbs that hardly ever name a thing. Verbs that often do (`call`, `run`, `plan`) are left out:
// how they are used decides.
import file from '../words/words.json' with { type: 'json' };
import { withoutDoubling } from './content-words.ts';
import { wordSet } from './pattern.ts';

const BASES = wordSet(file.english.verbs);
const FORMS = wordSet(file.english.irregularVerbs);
/** Also nouns. */
const ALSO_NOUNS = wordSet(file.english.verbsThatAreNouns);

/** Whether a lower-case English word is a verb rather than the name of a thing. */
export function isPlainVerb(word: string): boolean {
  if (ALSO_NOUNS.has(word)) return false;
  if (FORMS.has(word)) return true;
  return BASES.has(word) || basesOf(word).some((base) => BASES.has(base));
}

/** `sent` and `mailed`, whatever person they stand for. */
export function isPastForm(word: string): boolean {
  return FORMS.has(word) || word.endsWith('ed');
}

/** What a form may be of: `send` and `sende` of `sending`. */
export function basesOf(word: string): string[] {
  const stem = /^(\p{L}{2,}?)(?:es|ed|ing|s)$/u.exec(word)?.[1];
  if (stem === undefined) return [];
  return [stem, `${stem}e`, withoutDoubling(stem), stem.replace(/i$/, 'y')];
}
