import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords, countsOf, overlap } from '../text/content-words.ts';
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
const SMALL_TALK = pattern('i')`
  \b(?:my name is|hello|hi|thanks|thank you|bye|good morning|hear me|see my screen|mute|muted|weekend|
  weather|coffee|lunch|how are you|can you hear|joined|recording|let's (?:start|begin|wrap|
  move on|keep (?:it|this) short|get (?:started|through)))\b`;
/** `The standup is it still useful`, `haha okay what didn't go well`: questions without a question mark. */
const ASKS_LATER = pattern('iu')`
  \b(?<!\b(?:so|nor|neither|than|as|not only|only then) )(?:is|are|was|were|do|does|did|have|
  has|can|could|should|shall|will|would|isn't|aren't|don't|doesn't|didn't) (?:it|we|you|they|he|
  she|everything|everybody|everyone|anybody|anyone)\b|^(?:\p{L}+ ){1,4}(?:what|how|why|when|
  where|who)(?:'s| (?:do|does|did|didn't|is|are|was|were|can|could|should|would|will)) `;

type KeyPointMeeting = Pick<MeetingReading, 'sentences' | 'told' | 'longTalk' | 'language'>;

/**
 * The sentences that say most about the meeting, in its order: each is chosen for the important words it adds to the
 * overview and the other key points. `content`: the content words of each sentence.
 */
export function chooseKeyPoints(
  { sentences, told, longTalk, language }: KeyPointMeeting,
  content: readonly (readonly string[])[],
  limit: number,
  items: readonly { readonly at: number; readonly words: readonly string[] }[],
  overview: string,
): SpokenSentence[] {
  const words = content.map((list) => [...new Set(list)]);
  const values = valuesOf(words);
  const covered = new Set(contentWords(overview, language));
  /** Words that the summary already contains count little. */
  const gainOf = (at: number): number => {
    const sum = (words[at] ?? []).reduce(
      (total, word) => total + (values.get(word) ?? 0) * (covered.has(word) ? COVERED : 1),
      0,
    );
    const length = LENGTH_OFFSET_WORDS + (sentences[at]?.words.length ?? 0);
    return ((longTalk?.worth[at] ?? 1) * sum) / length ** LENGTH_POWER;
  };
  let open = sentences.flatMap((sentence, at) =>
    told[at] !== null &&
    canStandAlone(sentence, words[at] ?? []) &&
    items.every((item) => item.at !== at && overlap(item.words, words[at] ?? []) < TOLD_ALREADY)
      ? [at]
      : [],
  );
  const chosen: number[] = [];
  while (chosen.length < limit) {
    const gains = open.map((at) => ({ at, gain: gainOf(at) }));
    const [next] = gains.toSorted((a, b) => b.gain - a.gain);
    if (next === undefined || next.gain <= 0) break;
    chosen.push(next.at);
    const added = words[next.at] ?? [];
    for (const word of added) covered.add(word);
    open = open.filter((at) => overlap(added, words[at] ?? []) < TOO_ALIKE);
  }
  return sentences.filter((_sentence, at) => chosen.includes(at));
}

/** How much a word says about the whole meeting: its weight in the TF-IDF centroid. */
function valuesOf(words: readonly (readonly string[])[]): Map<string, number> {
  const counts = [...countsOf(words.flat())];
  return new Map(counts.map(([word, count]) => [word, count * Math.log(1 + words.length / count)]));
}

/** Whether the sentence tells a reader something without its context. */
export function canStandAlone(
  { text, words: { length }, isQuestion }: SpokenSentence,
  words: readonly string[],
): boolean {
  return (
    !isQuestion &&
    length >= MIN_WORDS &&
    length <= MAX_WORDS &&
    words.length >= MIN_CONTENT_WORDS &&
    !SMALL_TALK.test(text) &&
    // Where a text has full stops, it would have a question mark too.
    (/[.!]["')\]]*$/.test(text) || !ASKS_LATER.test(text))
  );
}
