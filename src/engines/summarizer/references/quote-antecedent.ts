// What stands in brackets beside a task: a thing by its name, else words of the meeting, marked as such. English.
import { contentWords, wordsOf } from '../text/content-words.ts';
import { withoutFalseStarts } from '../wording/without-false-starts.ts';

const MAX_NAME_WORDS = 5;
const NAME = /^(?:the|an?|our|some|another|two|three|both) /i;
const VERB = new RegExp(
  [
    '\\b(?:is|are|was|were|am|be|been|do|does|did|have|has|had|will|would|can|could|should|might|',
    "must|i|we|you|he|she|they|it|there|who|how|why|because|need|needs|want|wants)\\b|'(?:s|re|ll|",
    "ve|d|m)\\b|n't\\b",
  ].join(''),
  'i',
);
const POINTS = /^\p{L}+ (?:(?:it|them|that|this|those|these|him|her|one|some|you|me|us)\b)/iu;
const MAX_POINTING_WORDS = 3;

/** Null where the words tell nothing: `send them`. */
export function quoteAntecedent(antecedent: string): string | null {
  const [said = ''] = antecedent
    .split(' … ')
    .toSorted((a, b) => contentWords(b).length - contentWords(a).length);
  const capital = /^\p{Lu}/u.test(said);
  const cleaned = withoutFalseStarts(said);
  const text = capital ? cleaned : cleaned.charAt(0).toLowerCase() + cleaned.slice(1);
  const words = wordsOf(text);
  if (contentWords(text).length === 0 || text.includes('"')) return null;
  if (POINTS.test(text) && words.length <= MAX_POINTING_WORDS) return null;
  return NAME.test(text) && words.length <= MAX_NAME_WORDS && !VERB.test(text) ? text : `“${text}”`;
}
