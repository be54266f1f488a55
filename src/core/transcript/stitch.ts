// Turns the utterances of all tracks into the transcript. Pure. Words are joined, never changed.
import type { Segment, Speaker } from '../../../contract/generated/api.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { PAD_SAMPLES } from './cut-utterances.ts';
import { endsSentence, joinTexts } from './join-texts.ts';

const MAX_SEGMENT_MS = 30_000;
const MAX_SENTENCES = 3;
/** A longer pause of the same speaker begins a new segment. */
const MAX_PAUSE_MS = 2_000;
/** The contract's limit of a segment's text. */
const MAX_TEXT = 10_000;
/** The contract's limit of a transcript. */
const MAX_SEGMENTS = 50_000;

export type Utterance = {
  trackRef: string;
  speakerRef: string;
  trackStartedAt: Date;
  fromSample: number;
  toSample: number;
  /** The speaker did not pause at its end. */
  isForced: boolean;
  text: string;
  languageCode: string | null;
};

/** `isCutBefore`: the speaker did not pause before it. */
type Spoken = Omit<Segment, 'segmentRef' | 'speakerRef'> & {
  speakerRef: string;
  utteranceRefs: string[];
  isCutBefore: boolean;
};

/**
 * Segments in order of startMs, then endMs, with offsets from `startedAt`, and their speakers in order of appearance.
 * `leftOut`: how many segments exceed a transcript's limit.
 */
export function stitch(
  utterances: readonly Utterance[],
  people: ReadonlyMap<string, string>,
  startedAt: Date,
): { speakers: Speaker[]; segments: Segment[]; leftOut: number } {
  const placeOf = (trackRef: string, sample: number): string => `${trackRef} ${sample}`;
  const forcedEnds = new Set(
    utterances.filter((one) => one.isForced).map((one) => placeOf(one.trackRef, one.toSample)),
  );
  const spoken = utterances
    .map((one) => toSpoken(one, startedAt, forcedEnds.has(placeOf(one.trackRef, one.fromSample))))
    .sort(inOrder);
  const joined: Spoken[] = [];
  for (const next of spoken) {
    const last = joined.at(-1);
    if (last && canJoin(last, next)) {
      last.text = joinTexts(last.text, next.text, next.isCutBefore);
      last.endMs = Math.max(last.endMs, next.endMs);
      last.utteranceRefs = [...last.utteranceRefs, ...next.utteranceRefs];
    } else joined.push({ ...next });
  }
  const segments = joined.sort(inOrder).slice(0, MAX_SEGMENTS).map(toSegment);
  const speakerRefs = [...new Set(segments.map((segment) => segment.speakerRef))];
  return {
    speakers: speakerRefs.map((speakerRef) => ({
      speakerRef,
      displayName: people.get(speakerRef) ?? '',
    })),
    segments,
    leftOut: joined.length - segments.length,
  };
}

function toSegment(
  { speakerRef, startMs, endMs, text, languageCode, utteranceRefs }: Spoken,
  i: number,
): Segment & { speakerRef: string } {
  const segmentRef = `sg_${i + 1}`;
  return { segmentRef, speakerRef, startMs, endMs, text, languageCode, utteranceRefs };
}

/** The reference of an utterance in the live words. */
export function utteranceRefOf({
  trackRef,
  fromSample,
}: Pick<Utterance, 'trackRef' | 'fromSample'>): string {
  return `${trackRef}-${fromSample}`;
}

/** Removes the pads, except where a forced cut left none. `isCutBefore`: the range before ended in one. */
function toSpoken(utterance: Utterance, startedAt: Date, isCutBefore: boolean): Spoken {
  const { speakerRef, text, languageCode } = utterance;
  const span = spanOf(utterance, startedAt, isCutBefore);
  const utteranceRefs = [utteranceRefOf(utterance)];
  return { speakerRef, ...span, text, languageCode, utteranceRefs, isCutBefore };
}

/** When an utterance was said, in ms since `startedAt`. */
export function spanOf(
  utterance: Pick<Utterance, 'fromSample' | 'toSample' | 'isForced' | 'trackStartedAt'>,
  startedAt: Date,
  isCutBefore: boolean,
): { startMs: number; endMs: number } {
  const fromSample = utterance.fromSample + (isCutBefore ? 0 : PAD_SAMPLES);
  const toSample = utterance.toSample - (utterance.isForced ? 0 : PAD_SAMPLES);
  const offsetMs = utterance.trackStartedAt.getTime() - startedAt.getTime();
  const startMs = Math.max(0, Math.round(offsetMs + fromSample / SAMPLES_PER_MS));
  const endMs = Math.max(startMs, Math.round(offsetMs + toSample / SAMPLES_PER_MS));
  return { startMs, endMs };
}

function inOrder(a: Spoken, b: Spoken): number {
  return (
    a.startMs - b.startMs ||
    a.endMs - b.endMs ||
    (a.speakerRef < b.speakerRef ? -1 : Number(a.speakerRef > b.speakerRef))
  );
}

/** `next` is the very next utterance of any speaker, so nobody spoke in between. */
function canJoin(last: Spoken, next: Spoken): boolean {
  return (
    last.speakerRef === next.speakerRef &&
    last.languageCode === next.languageCode &&
    next.startMs - last.endMs <= MAX_PAUSE_MS &&
    next.endMs - last.startMs <= MAX_SEGMENT_MS &&
    last.text.length + next.text.length < MAX_TEXT &&
    (!endsSentence(last.text) ||
      sentenceCount(last.text) + sentenceCount(next.text) <= MAX_SENTENCES)
  );
}

function sentenceCount(text: string): number {
  return Math.max(1, text.match(/[.!?…]+["'”’)]*(?=\s|$)/g)?.length ?? 0);
}
