import { capitalize } from '../text/clean-speech.ts';
import { contentWords, overlap } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import { isWish } from '../text/detect-mood.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

const MIN_WORDS = 6;
const MIN_CONTENT_WORDS = 2;
const TOLD_ALREADY = 0.8;
const MAX_WORDS = 40;
const TOO_ALIKE = 0.6;
const COVERED = 0.2;
const LENGTH_OFFSET_WORDS = 4;
const LENGTH_POWER = 0.4;
/** Keeps the choice linear: only so many times the wanted number are compared. */
const MAX_COMPARED = 8;
const WEIGHTY = new RegExp(
  [
    '\\b(?:important|problem|issue|risk|deadline|because|reason|result|increase[ds]?|',
    'decrease[ds]?|grew|growth|cost|budget|customers?|blocked|blocker|failed|fails|failure|',
    'caused?|percent|million|thousand|root cause|main|key|biggest|finished|completed|launched|',
    'released|need|means|plan|goal|target|concern|delayed?|late|broken|fixed)\\b|\\d',
  ].join(''),
  'i',
);
const SMALL_TALK = new RegExp(
  [
    '\\b(?:hello|hi|thanks|thank you|bye|good morning|hear me|see my screen|mute|muted|weekend|',
    "weather|coffee|lunch|how are you|can you hear|joined|recording|let's (?:start|begin|wrap|",
    'move on|keep (?:it|this) short|get (?:started|through)))\\b',
  ].join(''),
  'i',
);
/** `The standup is it still useful`, `haha okay what didn't go well`: asked without a question mark. */
const ASKS_LATER = new RegExp(
  [
    '\\b(?<!\\b(?:so|nor|neither|than|as|not only|only then) )(?:is|are|was|were|do|does|did|have|',
    "has|can|could|should|shall|will|would|isn't|aren't|don't|doesn't|didn't) (?:it|we|you|they|",
    'he|she|everything|everybody|everyone|anybody|anyone)\\b|^(?:\\p{L}+ ){1,4}(?:what|how|why|',
    "when|where|who)(?:'s| (?:do|does|did|didn't|is|are|was|were|can|could|should|would|will)) ",
  ].join(''),
  'iu',
);
const OPENING = new RegExp(
  [
    '^(?:(?:haha|ha|lol|true|same here|yes|yeah|no|okay|ok|well|and|but|so|oh|wow|like)\\b,?\\s+)+',
    '(?=\\p{L}+ \\p{L}+ \\p{L})',
  ].join(''),
  'iu',
);
const BARE_REPORT = /^(?:i think so|i don't know|that's|it's) /i;

export type KeyPointInput = {
  readonly sentences: readonly SpokenSentence[];
  /** The content words of each sentence. */
  readonly content: readonly (readonly string[])[];
  readonly limit: number;
  readonly language: string | null;
};

/**
 * The sentences that say most about the meeting, in its order: each adds the most words that matter and that neither
 * the overview nor another key point holds.
 */
export function chooseKeyPoints(
  { sentences, content, limit, language }: KeyPointInput,
  told: readonly { readonly at: number; readonly words: readonly string[] }[],
  overview = '',
): SpokenSentence[] {
  const words = content.map((list) => [...new Set(list)]);
  const worth = worthOfWords(words);
  const covered = new Set(contentWords(overview, language));
  const open = sentences
    .map((sentence, at) => ({
      sentence,
      words: words[at] ?? [],
      quality: qualityOf(sentence, words[at] ?? []),
    }))
    .filter(
      (entry) =>
        entry.quality > 0 &&
        told.every(
          (item) =>
            item.at !== entry.sentence.index && overlap(item.words, entry.words) < TOLD_ALREADY,
        ),
    )
    .map((entry) => ({ ...entry, gain: gainOf(entry, worth, new Set()) }))
    .toSorted((a, b) => b.gain - a.gain || a.sentence.index - b.sentence.index)
    .slice(0, limit * MAX_COMPARED);
  const chosen: typeof open = [];
  while (chosen.length < limit) {
    const left = open.filter(
      (entry) =>
        !chosen.includes(entry) &&
        chosen.every((other) => overlap(other.words, entry.words) < TOO_ALIKE),
    );
    const [best] = left
      .map((entry) => ({ entry, gain: gainOf(entry, worth, covered) }))
      .toSorted((a, b) => b.gain - a.gain || a.entry.sentence.index - b.entry.sentence.index);
    if (best === undefined || best.gain <= 0) break;
    chosen.push(best.entry);
    for (const word of best.entry.words) covered.add(word);
  }
  return chosen.map((entry) => entry.sentence).toSorted((a, b) => a.index - b.index);
}

/** How much a word says about the whole meeting: its weight in the TF-IDF centroid. */
function worthOfWords(words: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of words) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    [...counts].map(([word, count]) => [word, count * Math.log(1 + words.length / count)]),
  );
}

/** Words that are told already count little. */
function gainOf(
  entry: {
    readonly words: readonly string[];
    readonly quality: number;
    readonly sentence: SpokenSentence;
  },
  worth: ReadonlyMap<string, number>,
  covered: ReadonlySet<string>,
): number {
  const sum = entry.words.reduce(
    (total, word) => total + (worth.get(word) ?? 0) * (covered.has(word) ? COVERED : 1),
    0,
  );
  return (
    (entry.quality * sum) / (LENGTH_OFFSET_WORDS + entry.sentence.words.length) ** LENGTH_POWER
  );
}

/** First-person speech is given to its speaker: `Anna: I ran the tests`. */
export function renderKeyPoint(
  sentence: SpokenSentence,
  speaker: string | null,
  language: string | null,
): string {
  if (primarySubtag(language) !== 'en') return sentence.text;
  const text = capitalize(sentence.text.replace(OPENING, ''));
  const speaksOfSelf = /\b(?:i|i'm|i've|i'll|i'd|my|me|mine|you|your)\b/i.test(text);
  return speaksOfSelf && speaker !== null ? `${speaker}: ${text}` : text;
}

/** 0 for sentences that should never stand alone, else about 1. */
export function qualityOf(sentence: SpokenSentence, words: readonly string[]): number {
  const { length } = sentence.words;
  if (
    sentence.isQuestion ||
    length < MIN_WORDS ||
    length > MAX_WORDS ||
    words.length < MIN_CONTENT_WORDS
  )
    return 0;
  if (SMALL_TALK.test(sentence.text) || asksLater(sentence.text)) return 0;
  let quality = WEIGHTY.test(sentence.text) ? 1.2 : 1;
  if (isWish(sentence.text)) quality *= 0.8;
  if (BARE_REPORT.test(sentence.text)) quality *= 0.8;
  if (/^(?:it|they|he|she|that|this|these|those|because|cause|or|which)\b/i.test(sentence.text))
    quality *= 0.6;
  return quality;
}

/** One who sets full stops sets question marks as well. */
function asksLater(text: string): boolean {
  return !/[.!]["')\]]*$/.test(text) && ASKS_LATER.test(text);
}
