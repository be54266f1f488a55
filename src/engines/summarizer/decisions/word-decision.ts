// A decision in the meeting's own words, shortened. English.
import { capitalize } from '../text/clean-speech.ts';

const MAX_WORDS = 20;
const MIN_WORDS = 6;
const WILL =
  /^(?:we'll|we will|we shall|we're gonna|we(?:'re| are) going to)\s+(?:just |then |all |now |also )*(?=\S)/i;
/** `We're going to the lake` stays as it is. */
const NO_VERB = /^(?:not|the|a|an|our|my|your|his|her|their)\b|^\p{Lu}/u;
const IS_FINAL =
  /,?\s+(?:and )?(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:final|decided|settled|agreed|a deal|it|that)$/i;
const REASON = /,?\s+(?:because|cause|since|so that|is that|otherwise)\s.*$/i;
const LOOSE_END = /,?\s+(?:then|instead|now|okay|right)$/i;

export function wordDecision(said: string): string {
  const rest = said.replace(WILL, '');
  const text = NO_VERB.test(rest) ? said : rest;
  return capitalize(
    firstClauses(text)
      .replace(IS_FINAL, '')
      .replace(REASON, '')
      .replace(/[\s,.;:!?]+$/, '')
      .replace(LOOSE_END, ''),
  );
}

/** The first clauses of a text that is too long to read. */
function firstClauses(text: string): string {
  const words = text.split(' ');
  if (words.length <= MAX_WORDS) return text;
  const kept = words.slice(0, MAX_WORDS).join(' ').split(/,\s/).slice(0, -1).join(', ');
  return kept.split(' ').length >= MIN_WORDS ? kept : text;
}
