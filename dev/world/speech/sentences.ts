import { expect } from 'vitest';
import type { Transcript } from '../../../contract/generated/api.ts';
import { cutSentences } from '../../../src/engines/summarizer/text/sentences.ts';
import type { SpokenSentence } from '../../../src/engines/summarizer/text/spoken-sentence.ts';

/** For each sentence of `plan`, in order, a word that occurs in no other one and is recognized reliably. */
export const PLAN = [/joining/i, /Friday/i, /tested/i, /Tuesday/i, /I think/i, /look at/i];
export const REPLY = [/agree/i, /better/i, /happy/i, /questions/i, /next week/i];
/** The same for the human recording. */
export const TWO_CITIES = [
  /best of times/i,
  /worst of times/i,
  /wisdom/i,
  /foolishness/i,
  /of belief/i,
  /incredulity/i,
  /season of light/i,
  /darkness/i,
  /spring of/i,
  /winter of/i,
  /had everything/i,
  /had nothing/i,
  /direct to/i,
  /the other way/i,
  /authorities/i,
  /superlative/i,
];
/** Matches the end of the human recording: any of its last words, because one may be misrecognized. */
export const LAST_WORDS = /superlative|degree|comparison/i;

export function saidBy(transcript: Transcript, speakerRef = 's1'): string {
  const own = transcript.segments.filter((segment) => segment.speakerRef === speakerRef);
  return own.map((segment) => segment.text).join(' ');
}

/** How often each sentence occurs in the text, in order. */
export function timesSaid(text: string, sentences: readonly RegExp[] = PLAN): number[] {
  return sentences.map((word) => text.match(new RegExp(word.source, 'gi'))?.length ?? 0);
}

export function expectInOrder(
  transcript: Transcript,
  text: string,
  sentences: readonly RegExp[] = PLAN,
): void {
  const places = sentences.map((word) => text.search(word)).filter((place) => place >= 0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [i, segment] of transcript.segments.entries())
    expect(segment.startMs).toBeGreaterThanOrEqual(transcript.segments[i - 1]?.startMs ?? 0);
}

/** One segment per line; the letter before the colon is the speaker's reference. */
export function spokenLines(lines: readonly string[]): SpokenSentence[] {
  return cutSentences(
    lines.map((line, at) => ({
      segmentRef: `sg_${at}`,
      speakerRef: line.slice(0, 1),
      startMs: at * 5000,
      endMs: at * 5000 + 4000,
      text: line.slice(3),
      languageCode: null,
    })),
  );
}
