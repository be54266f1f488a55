import type { SummaryTopic } from '../../../core/ports.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { learnWordKinds } from '../text/word-kinds.ts';
import { qualityOf } from './choose-key-points.ts';
import { wordForAnd } from './compose-overview.ts';
import { type KeyPhrase, distinctPhrases, keyPhrases, titleOf } from './key-phrases.ts';
import { openedTopic } from './opened-topic.ts';
import { segmentTopics } from './segment-topics.ts';

const PHRASES_PER_TOPIC = 5;
const MIN_WORDS = 5;
const MIN_QUALITY = 0.1;

export type DescribedTopic = { readonly phrases: string[]; readonly shown: SummaryTopic };

/** `content` are the content words of each sentence. */
export function describeTopics(
  { sentences, owners, acts }: MeetingReading,
  content: readonly (readonly string[])[],
  limit: number,
  language: string | null,
): DescribedTopic[] {
  const kinds = learnWordKinds(sentences, language);
  const names = new Set(owners.all.flatMap(wordsOf));
  const used = new Set<string>();
  const topics: DescribedTopic[] = [];
  const opened = new Map(
    acts.flatMap((_act, at) => {
      const topic = openedTopic(acts, at);
      return topic === undefined ? [] : [[at, contentWords(topic)] as const];
    }),
  );
  for (const block of segmentTopics(sentences, content, limit, new Set(opened.keys()))) {
    const named = new Set(block.flatMap((sentence) => opened.get(sentence.index) ?? []));
    const chosen = distinctPhrases(
      keyPhrases(block, kinds, language, names, named),
      PHRASES_PER_TOPIC,
      used,
    );
    const [first, ...more] = chosen;
    if (first === undefined) continue;
    const leading = leadingSentence(
      block,
      content,
      chosen.flatMap((phrase) => phrase.folded),
    );
    const refs = new Set([
      ...chosen.flatMap((phrase) => [...phrase.segmentRefs].slice(0, 3)),
      ...(leading?.segmentRefs ?? []),
    ]);
    topics.push({
      phrases: [first, ...more].map((phrase) => phrase.named),
      shown: {
        title: titleOf(titled(first, more), wordForAnd(language)),
        text: leading?.text ?? first.text,
        segmentRefs: [...refs],
      },
    });
  }
  return topics;
}

/** One word names no topic: the next phrase stands beside it. */
function titled(first: KeyPhrase, [second]: readonly KeyPhrase[]): KeyPhrase[] {
  return first.folded.length > 1 || second === undefined ? [first] : [first, second];
}

/** The sentence of a block that holds most of its key phrases for its length. */
function leadingSentence(
  block: readonly SpokenSentence[],
  content: readonly (readonly string[])[],
  phrases: readonly string[],
): SpokenSentence | null {
  const wanted = new Set(phrases);
  let best: SpokenSentence | null = null;
  let bestScore = 0;
  for (const sentence of block) {
    const words = content[sentence.index] ?? [];
    const held = new Set(words.filter((word) => wanted.has(word))).size;
    const thin = sentence.isQuestion || sentence.words.length < MIN_WORDS;
    const quality = qualityOf(sentence, words) * (thin ? 0.4 : 1) + MIN_QUALITY;
    const score = ((held + 0.2 * words.length) * quality) / Math.sqrt(4 + words.length);
    if (score > bestScore) {
      best = sentence;
      bestScore = score;
    }
  }
  return best;
}
