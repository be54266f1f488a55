import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { withoutFalseStarts } from '../wording/without-false-starts.ts';
import { learnWordKinds } from '../text/word-kinds.ts';
import type { Statement } from './choose-key-points.ts';
import { distinctPhrases, keyPhrases } from './key-phrases.ts';
import { type TopicTitle, nameTopic } from './name-topic.ts';
import { openedTopic } from './opened-topic.ts';
import { segmentTopics } from './segment-topics.ts';

const PHRASES_PER_TOPIC = 4;
const LATER_PHRASE = 0.3;
const LENGTH_OFFSET_WORDS = 4;
const LENGTH_POWER = 0.4;

/** A part of the meeting about one thing. */
export type Topic = {
  readonly block: readonly SpokenSentence[];
  readonly title: TopicTitle;
  /** As they stand inside a sentence, the best first; no phrase in two topics. */
  readonly phrases: readonly string[];
  readonly segmentRefs: readonly string[];
  /** What was stated, the statement that holds most of what the topic is about first. */
  readonly statements: readonly Statement[];
};

type Found = {
  /** The content words of each sentence. */
  readonly content: readonly (readonly string[])[];
  readonly statements: readonly Statement[];
  readonly worth: ReadonlyMap<string, number>;
};

export function describeTopics(
  { sentences: spoken, owners, acts }: MeetingReading,
  { content, statements, worth }: Found,
  limit: number,
  language: string | null,
): Topic[] {
  const sentences =
    primarySubtag(language) === 'en'
      ? spoken.map((sentence) => ({ ...sentence, text: withoutFalseStarts(sentence.text) }))
      : spoken;
  const kinds = learnWordKinds(spoken, language);
  const names = new Set(owners.all.flatMap(wordsOf));
  const used = new Set<string>();
  const everywhere = new Map<string, number>();
  for (const word of content.flat()) everywhere.set(word, (everywhere.get(word) ?? 0) + 1);
  const opened = new Map(
    acts.flatMap((_act, at) => {
      const topic = openedTopic(acts, at);
      return topic === undefined ? [] : [[at, contentWords(topic)] as const];
    }),
  );
  return segmentTopics(sentences, content, limit, new Set(opened.keys())).flatMap((block) => {
    const named = new Set(block.flatMap((sentence) => opened.get(sentence.index) ?? []));
    const ranked = keyPhrases(block, kinds, language, names, named, everywhere);
    const phrases = distinctPhrases(ranked, PHRASES_PER_TOPIC, used);
    const title = nameTopic(phrases, ranked, block, language);
    if (title === null) return [];
    const stated = leadingStatements(
      block,
      statements,
      phrases.flatMap(({ folded }) => folded),
      worth,
    );
    const refs = new Set([
      ...phrases.flatMap(({ segmentRefs }) => [...segmentRefs].slice(0, 3)),
      ...(stated[0]?.sentence.segmentRefs ?? []),
    ]);
    return [
      {
        block,
        title,
        phrases: phrases.map((one) => one.named),
        segmentRefs: [...refs],
        statements: stated,
      },
    ];
  });
}

/** The statements of a block, those first that hold most of its key phrases for their length. */
function leadingStatements(
  block: readonly SpokenSentence[],
  statements: readonly Statement[],
  phrases: readonly string[],
  worth: ReadonlyMap<string, number>,
): Statement[] {
  const most = Math.max(
    1,
    ...block.flatMap(({ words }) => words.map((word) => worth.get(word) ?? 0)),
  );
  const wanted = new Map(phrases.map((word, at) => [word, 1 / (1 + at * LATER_PHRASE)]));
  const [from, to] = [block[0]?.index ?? 0, block.at(-1)?.index ?? 0];
  return statements
    .filter(({ sentence: { index } }) => index >= from && index <= to)
    .map((statement) => {
      const { words, quality } = statement;
      const held = words.reduce(
        (sum, word) => sum + (wanted.get(word) ?? 0) + (worth.get(word) ?? 0) / most,
        0,
      );
      const score = (held * quality) / (LENGTH_OFFSET_WORDS + words.length) ** LENGTH_POWER;
      return { statement, score };
    })
    .toSorted(
      (a, b) => b.score - a.score || a.statement.sentence.index - b.statement.sentence.index,
    )
    .map(({ statement }) => statement);
}
