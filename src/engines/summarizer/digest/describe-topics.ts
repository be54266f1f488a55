import type { SummaryTopic } from '../../../core/ports.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { capitalize } from '../text/clean-speech.ts';
import { isEnglish } from '../text/function-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { withoutFalseStarts } from '../text/tell-sentence.ts';
import { learnWordKinds } from '../text/word-kinds.ts';
import { canStandAlone } from './choose-key-points.ts';
import { type KeyPhrase, distinctPhrases, keyPhrases, listPhrases } from './key-phrases.ts';
import { openedTopic } from './opened-topic.ts';
import { segmentTopics } from './segment-topics.ts';

const PHRASES_PER_TOPIC = 5;
/** The factor for a sentence that is not clear. */
const UNCLEAR = 0.09;
const NEARLY = 0.5;
/** Whoever said more of the words about a topic than this is its main speaker. */
const MIN_LEAD_SHARE = 0.65;
const MIN_SENTENCES = 3;

export type DescribedTopic = {
  readonly phrases: string[];
  readonly shown: SummaryTopic;
  /** Who said most of what was said about it; null if nobody did. */
  readonly speaker: string | null;
  /** Indexes of the sentences that the summary shows for it. */
  readonly places: readonly number[];
  /** The best other clear sentence of the topic, with its speaker; undefined if there is none. */
  readonly also: { readonly speaker: string | null; readonly text: string } | undefined;
};

/** `content`: the content words of each sentence. */
export function describeTopics(
  meeting: MeetingReading,
  content: readonly (readonly string[])[],
  limit: number,
  shown: ReadonlySet<number>,
): DescribedTopic[] {
  const { sentences, told, owners, acts, language } = meeting;
  const kinds = learnWordKinds(sentences, language);
  const used = new Set<string>();
  const topics: DescribedTopic[] = [];
  const opened = acts.map((_act, at) => openedTopic(acts, at));
  for (const block of segmentTopics(sentences, content, limit, opened)) {
    const named = new Set(block.flatMap(({ index }) => opened[index] ?? []));
    const fluent = block.map((one) => ({
      ...one,
      text: told[one.index] ?? withoutFalseStarts(one.text),
    }));
    const telling = fluent.filter(({ text }) => !/\bmy name is\b/i.test(text));
    const ranked = keyPhrases(telling, kinds, owners.words, named);
    const chosen = distinctPhrases(ranked, PHRASES_PER_TOPIC, used);
    const [first] = chosen;
    if (first === undefined) continue;
    // The best phrase of several words, unless the best of all scores much higher; a single word gets a second phrase.
    const long = chosen.find(
      ({ folded, score }) => folded.length > 1 && score >= first.score * NEARLY,
    );
    const title = long === undefined ? chosen.slice(0, 2) : [long];
    const heading = capitalize(
      listPhrases(
        title.map(({ text }) => text),
        language,
      ),
    );
    const phrases = chosen.flatMap((phrase) => phrase.folded);
    const { leading, also } = chooseSentences(block, meeting, content, phrases, shown);
    const refs = new Set([
      ...chosen.flatMap((phrase) => [...phrase.segmentRefs].slice(0, 3)),
      ...(leading?.segmentRefs ?? []),
    ]);
    topics.push({
      phrases: title.map((phrase) => phrase.named),
      shown: {
        title: heading,
        text: leading === undefined ? heading : withSpeaker(leading, meeting),
        segmentRefs: [...refs],
      },
      speaker: mainSpeaker(block, title, meeting, content),
      places: [leading, also].flatMap((one) => one?.index ?? []),
      also: also && { speaker: owners.ofSpeaker(also.speakerRef), text: told[also.index] ?? '' },
    });
  }
  return topics;
}

/** `Anna: The roof leaks.` */
export function withSpeaker(
  { index, speakerRef }: SpokenSentence,
  { told, owners, language }: MeetingReading,
): string {
  const speaker = isEnglish(language) ? owners.ofSpeaker(speakerRef) : null;
  return speaker === null ? (told[index] ?? '') : `${speaker}: ${told[index] ?? ''}`;
}

/** By the words of the sentences that name the topic: another part of the block may be about something else. */
function mainSpeaker(
  block: readonly SpokenSentence[],
  title: readonly KeyPhrase[],
  { owners }: MeetingReading,
  content: readonly (readonly string[])[],
): string | null {
  const named = new Set(title.flatMap(({ folded }) => folded));
  const about = block.filter(({ index }) => content[index]?.some((word) => named.has(word)));
  if (about.length < MIN_SENTENCES) return null;
  const countOf = (some: readonly SpokenSentence[]): number =>
    some.reduce((sum, { words }) => sum + words.length, 0);
  const enough = countOf(about) * MIN_LEAD_SHARE;
  for (const [speaker, own] of Map.groupBy(about, ({ speakerRef }) => speakerRef))
    if (countOf(own) > enough) return owners.ofSpeaker(speaker);
  return null;
}

/** The sentences of a block that contain the most key phrases for their length: the best, and another clear one. */
function chooseSentences(
  block: readonly SpokenSentence[],
  { told, longTalk }: MeetingReading,
  content: readonly (readonly string[])[],
  phrases: readonly string[],
  shown: ReadonlySet<number>,
): { leading: SpokenSentence | undefined; also: SpokenSentence | undefined } {
  const wanted = new Set(phrases);
  const whole = block.filter(({ index }) => told[index] !== null);
  const rest = whole.filter(({ index }) => !shown.has(index));
  const isClear = (one: SpokenSentence): boolean =>
    (longTalk?.readable[one.index] ?? 0) >= 0 && canStandAlone(one, content[one.index] ?? []);
  const scoreOf = (one: SpokenSentence): number => {
    const words = content[one.index] ?? [];
    const held = new Set(words.filter((word) => wanted.has(word))).size;
    const worth = (longTalk?.worth[one.index] ?? 1) * (isClear(one) ? 1 : UNCLEAR);
    return (worth * (held + 0.2 * words.length)) / Math.sqrt(4 + words.length);
  };
  const ranked = (rest.length > 0 ? rest : whole)
    .map((sentence) => ({ sentence, score: scoreOf(sentence) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ sentence }) => sentence);
  return { leading: ranked[0], also: ranked.slice(1).find(isClear) };
}
