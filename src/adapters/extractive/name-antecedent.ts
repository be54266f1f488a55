import { capitalise } from './clean-speech.ts';
import { contentWords } from './content-words.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const NOUN_PHRASE =
  /(?<!\b(?:from|of|in|at|on|near|with|to|by|after|before|during)\s)\b(?:the|our|a|an|your|my)\s+((?:[\p{L}\p{N}][\p{L}\p{N}'-]*\s+){0,2}[\p{L}\p{N}][\p{L}\p{N}'-]*)/giu;
const LONGEST_WORDS = 3;
const REACH_SENTENCES = 2;

/**
 * `I'll send it` after `The draft contract is done`: the task with the thing in place of the pronoun.
 * Null unless the sentences before name exactly one thing.
 */
export function lastThingNamed(
  sentences: readonly SpokenSentence[],
  index: number,
  wording: string,
): { text: string; segmentRefs: readonly string[] } | null {
  const pronoun = /\b(?:it|that|this|them|those|these)\b(?!\s+\p{L}+\s*$)/iu.exec(wording);
  if (pronoun === null || /^(?:do|take|handle|get|make|have)\b/i.test(wording)) return null;
  for (let at = index - 1; at >= Math.max(0, index - REACH_SENTENCES); at -= 1) {
    const sentence = sentences[at];
    if (sentence === undefined) return null;
    const things = new Set<string>();
    for (const match of sentence.text.matchAll(NOUN_PHRASE)) {
      const thing = headOf(match[1] ?? '');
      if (thing !== '') things.add(thing);
    }
    const [thing] = things;
    if (things.size > 1) return null;
    if (thing === undefined) continue;
    const text = wording.slice(0, pronoun.index) + `the ${thing}` + wording.slice(pronoun.index + pronoun[0].length);
    return { text: capitalise(text), segmentRefs: sentence.segmentRefs };
  }
  return null;
}

/** The words up to the first function word. */
function headOf(phrase: string): string {
  const kept: string[] = [];
  for (const word of phrase.split(/\s+/).slice(0, LONGEST_WORDS)) {
    if (contentWords(word).length === 0 && !/^(?:new|old|first|second|last|next)$/i.test(word)) break;
    kept.push(word);
  }
  while (kept.length > 0 && contentWords(kept[kept.length - 1] ?? '').length === 0) kept.pop();
  return kept.join(' ');
}
