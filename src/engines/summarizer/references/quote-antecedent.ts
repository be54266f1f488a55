// The bracketed note after a task: the name of a thing, or else quoted words of the meeting. English.
import { contentWords, wordsOf } from '../text/content-words.ts';
import { pattern } from '../text/pattern.ts';

const MAX_NAME_WORDS = 5;
const NAME = /^(?:the|an?|our|some|another|two|three|both) /i;
const VERB = pattern('i')`
  \b(?:is|are|was|were|am|be|been|do|does|did|have|has|had|will|would|can|could|should|might|
  must|i|we|you|he|she|they|it|there|who|how|why|because|need|needs|want|wants)\b|'(?:s|re|ll|
  ve|d|m)\b|n't\b`;
const POINTS = /^\p{L}+ (?:(?:it|them|that|this|those|these|him|her|one|some|you|me|us)\b)/iu;
const MAX_POINTING_WORDS = 3;

/** Null if the words explain nothing: `send them`. */
export function quoteAntecedent(antecedent: string): string | null {
  const words = wordsOf(antecedent);
  if (contentWords(antecedent).length === 0) return null;
  if (POINTS.test(antecedent) && words.length <= MAX_POINTING_WORDS) return null;
  return NAME.test(antecedent) && words.length <= MAX_NAME_WORDS && !VERB.test(antecedent)
    ? antecedent
    : `“${antecedent}”`;
}
