// Capital letters for unambiguous words of a lower-case transcript. English.
import type { SummarySegment } from '../../../core/ports.ts';
import file from '../words/words.json' with { type: 'json' };
import { capitalize } from './clean-speech.ts';
import { pattern, wordSet } from './pattern.ts';
const I = /(?<![\p{L}\p{N}'.-])i(?=$|[\s,!?;:”)]|[.](?:\s|$)|'(?:m|ll|ve|d)\b)/gu;
/** `may` and `march` are words as well. */
const CALENDAR = pattern('g')`
  \b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|august|
  september|october|november|december|christmas|easter)\b`;
const ALSO_WORDS = wordSet(file.english.namesWithoutCapital);

/** Where more segments than this share have capital letters, names have theirs: `price` is no Ann Price. */
const CASED_SHARE = 0.2;

/** Returns a function that restores capital letters in texts of one meeting. */
export function caseRestorer(
  displayNames: readonly string[],
  segments: readonly Pick<SummarySegment, 'text'>[],
): (text: string) => string {
  const cased = segments.filter(({ text }) => /\p{Lu}/u.test(text)).length;
  const isCased = cased > segments.length * CASED_SHARE;
  const names = new Map(
    displayNames
      .flatMap((name) => name.match(/\p{Lu}\p{Ll}[\p{L}'-]*/gu) ?? [])
      .map((part) => [part.toLowerCase(), part] as const)
      .filter(([word]) => !ALSO_WORDS.has(word)),
  );
  return (text) => {
    const told = text.replace(I, 'I').replace(CALENDAR, capitalize);
    if (isCased) return told;
    return told.replace(
      /(?<![\p{L}\p{N}'.@-])\p{Ll}[\p{Ll}-]+(?=$|[^\p{L}\p{N}@.-]|[.](?:\s|$))/gu,
      (word) => names.get(word) ?? word,
    );
  };
}
