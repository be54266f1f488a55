// How late captions were, computed from what was said and what arrived. Pure.
import type { ReadCaption } from '../dev/world/speech/read-captions.ts';
import { SAMPLES_PER_MS } from '../src/core/sound.ts';
import { percentile } from './row.ts';

/** Where sentences begin and end, in ms of a file. */
export type Edges = { begins: readonly number[]; ends: readonly number[] };
/** What one person said, and the captions that they read. `sentAtMs` returns when a moment of the file was sent. */
export type Said = {
  edges: Edges;
  sentAtMs(fileMs: number): number;
  finals: readonly ReadCaption[];
  partials: readonly ReadCaption[];
};
export type Delay = { endedAtMs: number; delayMs: number };

const QUIET = 100;
/** A silence that ends a sentence. */
const PAUSE_MS = 500;

/** `times`: the file is said so often, without a pause between, from `fromMs` on, which is 0 in the edges. */
export function edgesOf(
  { rate, samples }: { rate: number; samples: Int16Array },
  fromMs: number,
  times: number,
): Edges {
  const loud = [...samples.keys()]
    .filter((i) => Math.abs(samples[i] ?? 0) > QUIET)
    .map((i) => (i * 1000) / rate);
  const gaps = loud.flatMap((at, i) => (i > 0 && at - (loud[i - 1] ?? 0) > PAUSE_MS ? [i] : []));
  const begins = [loud[0] ?? 0, ...gaps.map((i) => loud[i] ?? 0)];
  const ends = [...gaps.map((i) => loud[i - 1] ?? 0), loud.at(-1) ?? 0];
  const lengthMs = (samples.length * 1000) / rate - fromMs;
  const repeated = (one: number[]) =>
    Array.from({ length: times }, (_, k) => one.map((ms) => ms - fromMs + k * lengthMs)).flat();
  return { begins: repeated(begins), ends: repeated(ends) };
}

/**
 * The delay of each sentence from its end to its final caption, in order. Captions are matched to
 * sentences by the position of their sound.
 */
export function finalDelays({ edges, sentAtMs, finals }: Said): Delay[] {
  const captions = finals.toSorted((a, b) => positionMs(a) - positionMs(b));
  const places = sentencesOf(captions, captions[0], edges);
  return captions.flatMap((caption, i) => {
    const last = (places[i + 1] ?? edges.ends.length) - 1;
    const end = edges.ends[Math.max(last, places[i] ?? 0)];
    return end === undefined
      ? []
      : [{ endedAtMs: sentAtMs(end), delayMs: caption.atMs - sentAtMs(end) }];
  });
}

/**
 * For each sentence of which something was shown before it ended: the delay from its first word. The
 * finals give the positions.
 */
export function firstPartialDelays({ edges, sentAtMs, finals, partials }: Said): Delay[] {
  const firsts = [
    ...new Map(partials.toReversed().map((caption) => [caption.utteranceRef, caption])).values(),
  ];
  const captions = firsts.toSorted((a, b) => positionMs(a) - positionMs(b));
  const [first] = finals.toSorted((a, b) => positionMs(a) - positionMs(b));
  const places = sentencesOf(captions, first, edges);
  return captions.flatMap((caption, i) => {
    const begin = edges.begins[places[i] ?? -1];
    return begin === undefined
      ? []
      : [{ endedAtMs: sentAtMs(begin), delayMs: caption.atMs - sentAtMs(begin) }];
  });
}

/** The share of finished utterances with an interim result. */
export function interimShare(said: readonly Said[]): number {
  const hadInterim = said.flatMap(({ finals, partials }) => {
    const shown = new Set(partials.map(({ utteranceRef }) => utteranceRef));
    return finals.map(({ utteranceRef }) => shown.has(utteranceRef));
  });
  return hadInterim.filter(Boolean).length / hadInterim.length;
}

/** How much later captions were in the last third than in the middle one, by their medians. */
export function lagGrowthMs(delays: readonly Delay[]): number {
  const times = delays.map(({ endedAtMs }) => endedAtMs);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const third = (n: number) =>
    delays.filter(
      ({ endedAtMs }) =>
        endedAtMs >= from + (n * (to - from)) / 3 &&
        (n === 2 || endedAtMs < from + ((n + 1) * (to - from)) / 3),
    );
  return delayPercentile(third(2), 50) - delayPercentile(third(1), 50);
}

/** In whole ms. */
export function delayPercentile(delays: readonly Delay[], percent: number): number {
  return Math.round(
    percentile(
      delays.map(({ delayMs }) => delayMs),
      percent,
    ),
  );
}

/**
 * The sentence with which each caption begins: that of `first` is the first, and the others stand
 * at their distance from it.
 */
function sentencesOf(
  captions: readonly ReadCaption[],
  first: ReadCaption | undefined,
  { begins }: Edges,
): number[] {
  if (!first) return [];
  const offset = (begins[0] ?? 0) - positionMs(first);
  return captions.map((caption) => {
    const at = positionMs(caption) + offset;
    const distances = begins.map((begin) => Math.abs(begin - at));
    return distances.indexOf(Math.min(...distances));
  });
}

/** Where in the spool of its track the utterance begins. */
function positionMs({ utteranceRef }: ReadCaption): number {
  return Number(utteranceRef.split('-').at(-1)) / SAMPLES_PER_MS;
}
