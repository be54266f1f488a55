// What a sentence of a long talk weighs: the network's state, its place and its words. English.
import type { TurnReading } from '../model/read-turns.ts';
import { likeliest, logistic, when, weightOf } from '../model/weight-of.ts';
import { countsOf } from '../text/content-words.ts';
import { pattern } from '../text/pattern.ts';
import { DUTY_OF_LISTENER, type SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { type LongTalkTable, longTalkTables } from '../weights/weights.ts';

/** What a sentence may be shown as, and whether it reads well on its own. */
export type LongTalkKind = keyof typeof longTalkTables;
export type ItemKind = 'decisions' | 'tasks';

export type LongTalkFeature = keyof LongTalkTable['weights'];

/**
 * One of each for every sentence of a long talk: log odds, minus the threshold, that it is a decision or a task
 * (undefined in its brisk parts) or reads well, and the factor by which it counts when sentences to show are chosen.
 */
export type LongTalkWeights = Readonly<Record<ItemKind, readonly (number | undefined)[]>> &
  Readonly<Record<'readable' | 'worth', readonly number[]>>;

export type LongTalk = {
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  readonly told: readonly (string | null)[];
  /** Parts of the display names of all participants, in lower case. */
  readonly names: ReadonlySet<string>;
};

/** Written meetings are shorter, real ones longer; real talk has a tenth as many items per word. */
const MIN_LONG_TALK_WORDS = 1_200;
/**
 * Tasks per 1,000 words by the network's answers, the mean of a sentence's surroundings and the whole meeting; chosen
 * on training meetings. Real meetings have 3.4 at most, the median written one has 9.
 */
const BRISK_TASKS = 4;
/** The surroundings of a sentence, to each side. */
const REACH_SENTENCES = 60;
/** Fewer words seldom say who does what. */
const MIN_WORDS = 3;
/** Of items this close one is kept: people discuss each decision at length, but list tasks one after another. */
const NEAR_SENTENCES = { decisions: 15, tasks: 1 } as const;

/** Shares of the meeting's sentences that come before this one. */
const POSITIONS = [0.1, 0.5, 0.75, 0.85, 0.9, 0.95, 0.98] as const;
const AT_THE_END = 0.85;
const LENGTHS = [4, 7, 10, 15, 20, 30] as const;
const CHAIRS = pattern('i')`
  \b(?:let's|agenda|next (?:item|thing|up)|move on|minutes|wrap|anything else|any questions|
  our meeting|this meeting)\b`;

/** It matters most whether someone would mention a sentence, then how it reads. Chosen on development. */
const MENTIONED_POWER = 4;
const READABLE_POWER = 2;

/** In a long talk fewer sentences are items, so the network's own answers must be surer. */
const SURER = 2.5;

/** Null for a shorter or brisk talk, where the network's own answers suffice. */
export function weighLongTalk(talk: LongTalk): LongTalkWeights | null {
  const words = talk.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  if (words < MIN_LONG_TALK_WORDS || talk.acts.length === 0) return null;
  const brisk = briskPlaces(talk);
  if (brisk.every(Boolean)) return null;
  const features = longTalkFeatures(talk);
  const weigh = (kind: LongTalkKind): number[] =>
    talk.sentences.map((sentence, at) => {
      if (!mayHold(sentence) || talk.told[at] === null) return -Infinity;
      const table = longTalkTables[kind];
      const state = talk.readings[at]?.state;
      return weightInLongTalk(features[at] ?? [], state, table) - table.threshold;
    });
  const readable = weigh('readable');
  const unlessBrisk = (weights: readonly number[]): (number | undefined)[] =>
    weights.map((weight, at) => (brisk[at] === true ? undefined : weight));
  return {
    decisions: unlessBrisk(strongest(weigh('decisions'), 'decisions')),
    tasks: unlessBrisk(strongest(weigh('tasks'), 'tasks')),
    readable,
    worth: weigh('keyPoints').map(
      (mentioned, at) =>
        logistic(mentioned) ** MENTIONED_POWER * logistic(readable[at] ?? 0) ** READABLE_POWER,
    ),
  };
}

/** For each sentence, whether people say who does what as often as in written meetings. */
function briskPlaces({ sentences, readings }: LongTalk): boolean[] {
  const densityOf = (from: number, to: number): number => {
    const tasks = readings.slice(from, to).reduce((sum, one) => sum + (one?.tasks ?? 0), 0);
    const words = sentences
      .slice(from, to)
      .reduce((sum, one) => sum + (readings[one.index] ? one.words.length : 0), 0);
    return (tasks * 1_000) / Math.max(1, words);
  };
  const whole = densityOf(0, sentences.length);
  return sentences.map(
    (_sentence, at) =>
      whole + densityOf(Math.max(0, at - REACH_SENTENCES), at + REACH_SENTENCES + 1) >
      2 * BRISK_TASKS,
  );
}

type WithLongTalk = { readonly longTalk: LongTalkWeights | null };

/** Whether a sentence belongs to a long talk and is not in a brisk part of it. */
export function isThinkingAloud(at: number, { longTalk }: WithLongTalk): boolean {
  return longTalk?.decisions[at] !== undefined;
}

/** What an item weighs: by the network's own answers or, in a `long` talk, as this module says. */
export function weightIn(weight: number, long: number | undefined, threshold: number): number {
  return long === undefined ? weight : Math.max(weight - SURER, long + threshold);
}

/** Of those that reach the threshold, only the strongest nearby keep their weights. */
export function strongest(weights: readonly number[], kind: ItemKind): number[] {
  const all = weights.map((sureness, at) => ({ at, sureness }));
  const places = new Set(likeliest(all, 0, NEAR_SENTENCES[kind]).map(({ at }) => at));
  return weights.map((weight, at) => (weight < 0 || places.has(at) ? weight : -Infinity));
}

export function mayHold({ words }: SpokenSentence): boolean {
  return words.length >= MIN_WORDS;
}

export function weightInLongTalk(
  features: readonly LongTalkFeature[],
  state: Float32Array | undefined,
  table: Pick<LongTalkTable, 'weights' | 'state' | 'mean'>,
): number {
  const weight = weightOf(features, table.weights);
  if (state === undefined) return weight;
  return table.state.reduce((sum, one, at) => sum + one * (state[at] ?? 0), weight - table.mean);
}

/** The features of every sentence. */
export function longTalkFeatures({ sentences, acts, names }: LongTalk): LongTalkFeature[][] {
  const chair = chairOf(sentences);
  return sentences.map((sentence, at): LongTalkFeature[] => {
    const place = at / sentences.length;
    const isAtTheEnd = place > AT_THE_END;
    const isChair = sentence.speakerRef === chair;
    const { length } = sentence.words;
    const isNaming = sentence.words.some((word) => names.has(word));
    const isTold = DUTY_OF_LISTENER.test(sentence.text);
    return [
      'always',
      ...POSITIONS.filter((bound) => place >= bound).map((bound) => `after ${bound}` as const),
      ...LENGTHS.filter((bound) => length >= bound).map((bound) => `words ${bound}` as const),
      ...when(sentence.isQuestion, 'question'),
      ...when(isNaming, 'names a participant'),
      ...when(isTold, 'duty of listener'),
      ...when(isTold && isAtTheEnd, 'duty of listener, at the end'),
      ...when(isChair, 'chair'),
      ...when(isChair && isAtTheEnd, 'chair, at the end'),
      ...when(acts[at]?.saysDecided === true, 'says it is decided'),
    ];
  });
}

/** The speaker who chairs the meeting, judging by what they say. */
function chairOf(sentences: readonly SpokenSentence[]): string | null {
  const chairing = sentences.filter(({ text }) => CHAIRS.test(text));
  const counts = countsOf(chairing.map(({ speakerRef }) => speakerRef));
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
