// What an item rests on: the lines that it cites, and those around them.
import type { SummaryInput, TranscriptReader } from '../../../core/ports.ts';
import { NUMBER_WORDS } from './figures.ts';

const DAYS_AND_MONTHS = [
  'monday tuesday wednesday thursday friday saturday sunday',
  'january february april june july august september october november december',
].flatMap((names) => names.split(' '));

export type SpokenLine = { place: number; speaker: string | null; text: string };
export type CitedLines = {
  cited: readonly SpokenLine[];
  /** The cited lines and those around them, in order. */
  around: readonly SpokenLine[];
};
/** How words of one meeting are read. */
export type Reading = {
  /** The people of the meeting, as they are displayed. */
  names: readonly string[];
  language: string | null;
  wordsOf(text: string): string[];
  contentWords(text: string): string[];
};

export function readingOf(
  input: SummaryInput,
  language: string | null,
  reader: Pick<TranscriptReader, 'contentWords' | 'wordsOf'>,
): Reading {
  return {
    names: [...new Set(input.speakers.map(({ displayName }) => displayName))],
    language,
    wordsOf: reader.wordsOf,
    contentWords: (text) => [
      ...reader.contentWords(text, language),
      ...reader.wordsOf(text).flatMap((word) => KEY_WORDS.get(word) ?? []),
    ],
  };
}

/** Days and numbers tell sentences apart, and the reader counts them to no subject. English only. */
const KEY_WORDS = new Map<string, string>([
  ...DAYS_AND_MONTHS.flatMap((word) =>
    [word, `${word}s`, `${word}'s`].map((form) => [form, word] as const),
  ),
  ...NUMBER_WORDS.map((word) => [word, word] as const),
]);

/** An answer names its owner, or says "that one", some lines before or after what is cited. */
const LINES_AROUND = 3;

/** Lines that give orders to whoever writes the summary are left out: nothing may rest on them. */
export function citedLines(input: SummaryInput, places: readonly number[]): CitedLines {
  const around = new Set<number>();
  for (const place of places)
    for (let at = place - LINES_AROUND; at <= place + LINES_AROUND; at += 1)
      if (at >= 0 && at < input.segments.length) around.add(at);
  const names = new Map(
    input.speakers.map(({ speakerRef, displayName }) => [speakerRef, displayName]),
  );
  const line = (place: number): SpokenLine[] => {
    const segment = input.segments[place];
    if (segment === undefined || talksToMachine(segment.text)) return [];
    return [{ place, speaker: names.get(segment.speakerRef ?? '') ?? null, text: segment.text }];
  };
  return {
    cited: places.flatMap(line),
    around: [...around].sort((one, other) => one - other).flatMap(line),
  };
}

const TALKS_TO_MACHINE = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|above|previous)\b/i,
  /\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|bot|summari[sz]er)\b/i,
  /\b(?:add|put|list|write|include|report)\b.{0,40}\b(?:in|to|into) the (?:summary|minutes|json)\b/i,
  /\b(?:add|put|list|write|include|report)\b.{0,40}\b(?:in|to|into) the (?:action items|decisions)\b/i,
  /\b(?:system prompt|as an ai|list (?:a|the|this as a) decision|summari[sz]e this as)\b/i,
];

/** True for speech that gives orders to whoever writes the summary. */
export function talksToMachine(text: string): boolean {
  return TALKS_TO_MACHINE.some((pattern) => pattern.test(text));
}
