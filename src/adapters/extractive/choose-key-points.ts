import { contentWords, overlap, wordsOf } from './content-words.ts';
import { primarySubtag } from './function-words.ts';
import { isWish } from './judge-mood.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const LEAST_WORDS = 6;
const LEAST_CONTENT_WORDS = 2;
const TOLD_ALREADY = 0.8;
const LONGEST_WORDS = 40;
const TOO_ALIKE = 0.6;
const WEIGHTY =
  /\b(?:important|problem|issue|risk|deadline|because|reason|result|increase[ds]?|decrease[ds]?|grew|growth|cost|budget|customers?|blocked|blocker|failed|fails|failure|caused?|percent|million|thousand|root cause|main|key|biggest|finished|completed|launched|released|need|means|plan|goal|target|concern|delayed?|late|broken|fixed)\b|\d/i;
const SMALL_TALK =
  /\b(?:hello|hi|thanks|thank you|bye|good morning|hear me|see my screen|mute|muted|weekend|weather|coffee|lunch|how are you|can you hear|joined|recording|let's (?:start|begin|wrap|move on))\b/i;
const BARE_REPORT = /^(?:i think so|i don't know|that's|it's) /i;

/** The sentences that say most about the meeting, none much like another, in the order of the meeting. */
export function chooseKeyPoints(
  sentences: readonly SpokenSentence[],
  limit: number,
  language: string | null,
  told: readonly { readonly at: number; readonly words: readonly string[] }[],
): SpokenSentence[] {
  const words = sentences.map((sentence) => contentWords(sentence.text, language));
  const counts = new Map<string, number>();
  for (const list of words) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = sentences
    .map((sentence, at) => ({ sentence, words: words[at] ?? [], score: scoreOf(sentence, words[at] ?? [], counts) }))
    .filter(
      (entry) =>
        entry.score > 0 && told.every((item) => item.at !== entry.sentence.index && overlap(item.words, entry.words) < TOLD_ALREADY),
    )
    .toSorted((a, b) => b.score - a.score || a.sentence.index - b.sentence.index);
  const chosen: typeof ranked = [];
  for (const entry of ranked) {
    if (chosen.length >= limit) break;
    if (chosen.every((other) => overlap(other.words, entry.words) < TOO_ALIKE)) chosen.push(entry);
  }
  return chosen.map((entry) => entry.sentence).toSorted((a, b) => a.index - b.index);
}

/** First-person speech is given to its speaker: `Anna: I ran the tests`. */
export function tellKeyPoint(sentence: SpokenSentence, speaker: string | null, language: string | null): string {
  const speaksOfSelf =
    primarySubtag(language) === 'en' && /\b(?:i|i'm|i've|i'll|i'd|my|me|mine|you|your|we|we're|we've|we'll|our|us)\b/i.test(sentence.text);
  return speaksOfSelf && speaker !== null ? `${speaker}: ${sentence.text}` : sentence.text;
}

/** 0 for sentences that should never stand alone. */
function scoreOf(sentence: SpokenSentence, words: readonly string[], counts: ReadonlyMap<string, number>): number {
  const length = wordsOf(sentence.text).length;
  if (sentence.isQuestion || length < LEAST_WORDS || length > LONGEST_WORDS || words.length < LEAST_CONTENT_WORDS) return 0;
  if (SMALL_TALK.test(sentence.text)) return 0;
  let sum = 0;
  for (const word of new Set(words)) sum += Math.log2(1 + (counts.get(word) ?? 0));
  let score = sum / length ** 0.3;
  if (WEIGHTY.test(sentence.text)) score *= 1.3;
  if (isWish(sentence.text)) score *= 0.7;
  if (BARE_REPORT.test(sentence.text)) score *= 0.7;
  if (/^(?:it|they|he|she|that|this|these|those|because|cause|or|which)\b/i.test(sentence.text)) score *= 0.5;
  return score;
}
