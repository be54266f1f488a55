import { contentWords, overlap } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { pattern } from '../text/pattern.ts';

const MIN_WORDS = 6;
const MIN_CONTENT_WORDS = 2;
const TOLD_ALREADY = 0.8;
const MAX_WORDS = 40;
const TOO_ALIKE = 0.6;
const COVERED = 0.2;
const LENGTH_OFFSET_WORDS = 4;
const LENGTH_POWER = 0.4;
/** In a long talk it matters most whether someone would report a sentence. Of 0, 1 and 4 the best on development. */
const LIKELIHOOD_POWER = 4;
/** Keeps the choice linear: at most this many candidates are compared for each key point wanted. */
const MAX_COMPARED = 8;
const SMALL_TALK = pattern('i')`
  \b(?:hello|hi|thanks|thank you|bye|good morning|hear me|see my screen|mute|muted|weekend|
  weather|coffee|lunch|how are you|can you hear|joined|recording|let's (?:start|begin|wrap|
  move on|keep (?:it|this) short|get (?:started|through)))\b`;
/** `The standup is it still useful`, `haha okay what didn't go well`: questions without a question mark. */
const ASKS_LATER = pattern('iu')`
  \b(?<!\b(?:so|nor|neither|than|as|not only|only then) )(?:is|are|was|were|do|does|did|have|
  has|can|could|should|shall|will|would|isn't|aren't|don't|doesn't|didn't) (?:it|we|you|they|he|
  she|everything|everybody|everyone|anybody|anyone)\b|^(?:\p{L}+ ){1,4}(?:what|how|why|when|
  where|who)(?:'s| (?:do|does|did|didn't|is|are|was|were|can|could|should|would|will)) `;
export type KeyPointInput = {
  readonly sentences: readonly SpokenSentence[];
  /** Each sentence as a summary can show it; null if it can't. */
  readonly told: readonly (string | null)[];
  /** The content words of each sentence. */
  readonly content: readonly (readonly string[])[];
  /** Log odds that a person summarizing the meeting would mention the sentence; null if unknown. */
  readonly weights: readonly number[] | null;
  readonly limit: number;
  readonly language: string | null;
};

/**
 * The sentences that say most about the meeting, in its order: each is chosen for the important words it adds to the
 * overview and the other key points.
 */
export function chooseKeyPoints(
  { sentences, told, content, weights, limit, language }: KeyPointInput,
  items: readonly { readonly at: number; readonly words: readonly string[] }[],
  overview = '',
): SpokenSentence[] {
  const words = content.map((list) => [...new Set(list)]);
  const worth = worthOfWords(words);
  const covered = new Set(contentWords(overview, language));
  const open = sentences
    .map((sentence, at) => ({
      sentence,
      words: words[at] ?? [],
      likely: likelihood(weights, at),
    }))
    .filter(
      (entry) =>
        told[entry.sentence.index] !== null &&
        canStandAlone(entry.sentence, entry.words) &&
        items.every(
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

/** Words that the summary already contains count little. */
function gainOf(
  entry: {
    readonly words: readonly string[];
    readonly sentence: SpokenSentence;
    readonly likely: number;
  },
  worth: ReadonlyMap<string, number>,
  covered: ReadonlySet<string>,
): number {
  const sum = entry.words.reduce(
    (total, word) => total + (worth.get(word) ?? 0) * (covered.has(word) ? COVERED : 1),
    0,
  );
  return (entry.likely * sum) / (LENGTH_OFFSET_WORDS + entry.sentence.words.length) ** LENGTH_POWER;
}

/** The factor by which a sentence counts relative to others of the same meeting. */
export function likelihood(weights: readonly number[] | null, at: number): number {
  return weights === null ? 1 : (1 + Math.exp(-(weights[at] ?? 0))) ** -LIKELIHOOD_POWER;
}

/** Whether the sentence tells a reader something without its context. */
export function canStandAlone(sentence: SpokenSentence, words: readonly string[]): boolean {
  const { length } = sentence.words;
  return (
    !sentence.isQuestion &&
    length >= MIN_WORDS &&
    length <= MAX_WORDS &&
    words.length >= MIN_CONTENT_WORDS &&
    !SMALL_TALK.test(sentence.text) &&
    !asksLater(sentence.text)
  );
}

/** Where a text has full stops, it would have a question mark too. */
function asksLater(text: string): boolean {
  return !/[.!]["')\]]*$/.test(text) && ASKS_LATER.test(text);
}
