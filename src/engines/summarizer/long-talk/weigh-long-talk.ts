import { weightOf } from '../model/weight-of.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import {
  type LongTalkTable,
  longDecisionTable,
  longKeyPointTable,
  longTaskTable,
} from '../weights/weights.ts';
import {
  type LongTalk,
  type LongTalkFeature,
  type LongTalkKind,
  longTalkFeatures,
} from './long-talk-features.ts';

/**
 * One of each for every sentence of a long talk: log odds, minus the threshold, that it is a decision or a task, and
 * log odds that a person summarizing the meeting would mention it.
 */
export type LongTalkWeights = Readonly<Record<LongTalkKind, readonly number[]>>;

export type ItemKind = Exclude<LongTalkKind, 'keyPoints'>;

/** Written meetings are shorter, real ones longer; real talk has a tenth as many items per word. */
const MIN_LONG_TALK_WORDS = 1_200;
/** Fewer words seldom say who does what. */
const MIN_WORDS = 3;
/** Of items this close one is kept: people discuss each decision at length, but list tasks one after another. */
const NEAR_SENTENCES = { decisions: 15, tasks: 1 } as const;

/** Null for a shorter talk, where the network's own answers suffice. */
export function weighLongTalk(talk: LongTalk): LongTalkWeights | null {
  const words = talk.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  if (words < MIN_LONG_TALK_WORDS || talk.acts.length === 0) return null;
  const features = longTalkFeatures(talk);
  const weigh = (table: LongTalkTable): number[] =>
    talk.sentences.map((sentence, at) => {
      if (!mayHold(sentence) || talk.told[at] === null) return -Infinity;
      const state = talk.readings[at]?.state;
      return weightInLongTalk(features[at] ?? [], state, table) - table.threshold;
    });
  return {
    decisions: onlyLikeliest(weigh(longDecisionTable), 'decisions'),
    tasks: onlyLikeliest(weigh(longTaskTable), 'tasks'),
    keyPoints: weigh(longKeyPointTable),
  };
}

function onlyLikeliest(weights: readonly number[], kind: ItemKind): number[] {
  const kept = new Set(likeliestOf(weights, kind));
  return weights.map((weight, at) => (weight < 0 || kept.has(at) ? weight : -Infinity));
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

/** Indexes of the strongest sentences that reach the threshold, each far enough from a stronger one. */
export function likeliestOf(weights: readonly number[], kind: ItemKind): number[] {
  const places = weights.flatMap((weight, at) => (weight >= 0 ? [{ at, weight }] : []));
  const kept: number[] = [];
  const taken = new Set<number>();
  for (const { at } of places.toSorted((a, b) => b.weight - a.weight)) {
    if (taken.has(at)) continue;
    kept.push(at);
    for (let near = at - NEAR_SENTENCES[kind]; near <= at + NEAR_SENTENCES[kind]; near += 1)
      taken.add(near);
  }
  return kept;
}
