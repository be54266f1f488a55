import { contentOf, overlap, wordsOf } from '../text/content-words.ts';
import { isWish } from '../text/detect-mood.ts';
import { primarySubtag } from '../text/function-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { brokenWords, clearness, tellSentence } from '../wording/tell-sentence.ts';

const MIN_WORDS = 6;
const MAX_WORDS = 40;
const MIN_CONTENT_WORDS = 2;
const TOO_ALIKE = 0.6;
const COVERED = 0.2;
const LENGTH_OFFSET_WORDS = 4;
const LENGTH_POWER = 0.4;
/** Keeps the choice linear: only so many times the wanted number are compared. */
const MAX_COMPARED = 8;
/** In short talk most words are said once. */
const MIN_LONG_TALK_WORDS = 1_200;
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

/** A sentence that can be read by itself. */
export type Statement = {
  readonly sentence: SpokenSentence;
  readonly text: string;
  /** Its distinct content words. */
  readonly words: readonly string[];
  /** How well it stands alone; 1 at most. */
  readonly quality: number;
};

/** Everything that was stated in whole sentences. */
export function readStatements(
  sentences: readonly SpokenSentence[],
  language: string | null,
): Statement[] {
  const all = sentences.flatMap(({ words }) => words);
  const broken = all.length > MIN_LONG_TALK_WORDS ? brokenWords(all) : new Set<string>();
  return sentences.flatMap((sentence) => statementOf(sentence, language, broken) ?? []);
}

export function statementOf(
  sentence: SpokenSentence,
  language: string | null,
  broken: ReadonlySet<string> = new Set(),
): Statement | null {
  if (sentence.isQuestion || SMALL_TALK.test(sentence.text) || asksLater(sentence.text))
    return null;
  const isEnglish = primarySubtag(language) === 'en';
  const text = isEnglish ? tellSentence(sentence.text, broken) : sentence.text;
  if (text === null) return null;
  const all = wordsOf(text);
  const words = [...new Set(contentOf(all, language))];
  if (all.length < MIN_WORDS || all.length > MAX_WORDS || words.length < MIN_CONTENT_WORDS)
    return null;
  const quality = isEnglish
    ? clearness(text) * (isWish(text) || text.startsWith('You') ? 0.8 : 1)
    : 1;
  return { sentence, text, words, quality };
}

/**
 * The statements that say most about the meeting, in its order: each adds the most words that matter and that neither
 * the overview nor another key point holds.
 */
export function chooseKeyPoints(
  statements: readonly Statement[],
  limit: number,
  worth: ReadonlyMap<string, number>,
  covered: Set<string> = new Set(),
): Statement[] {
  const open = statements
    .map((statement) => ({ statement, gain: gainOf(statement, worth, new Set()) }))
    .toSorted((a, b) => b.gain - a.gain || a.statement.sentence.index - b.statement.sentence.index)
    .slice(0, limit * MAX_COMPARED)
    .map(({ statement }) => statement);
  const chosen: Statement[] = [];
  while (chosen.length < limit) {
    const [best] = open
      .filter((one) => chosen.every(({ words }) => overlap(words, one.words) < TOO_ALIKE))
      .map((one) => ({ one, gain: gainOf(one, worth, covered) }))
      .toSorted((a, b) => b.gain - a.gain || a.one.sentence.index - b.one.sentence.index);
    if (best === undefined || best.gain <= 0) break;
    chosen.push(best.one);
    for (const word of best.one.words) covered.add(word);
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index);
}

/** How much a word says about the whole meeting: its weight in the TF-IDF centroid. */
export function worthOfWords(content: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of content)
    for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    [...counts].map(([word, count]) => [word, count * Math.log(1 + content.length / count)]),
  );
}

/** Words that are told already count little. */
function gainOf(
  { words, quality, text }: Statement,
  worth: ReadonlyMap<string, number>,
  covered: ReadonlySet<string>,
): number {
  const sum = words.reduce(
    (total, word) => total + (worth.get(word) ?? 0) * (covered.has(word) ? COVERED : 1),
    0,
  );
  return (quality * sum) / (LENGTH_OFFSET_WORDS + wordsOf(text).length) ** LENGTH_POWER;
}

/** One who sets full stops sets question marks as well. */
function asksLater(text: string): boolean {
  return !/[.!]["')\]]*$/.test(text) && ASKS_LATER.test(text);
}
