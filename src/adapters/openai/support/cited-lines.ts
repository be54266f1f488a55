// The evidence for an item: the lines that it cites, and those around them.
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
/** How the words of a meeting are normalized. */
export type Reading = {
  /** The display names of the people in the meeting. */
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

/** Days and numbers distinguish sentences, but are no content words for the reader. English only. */
const KEY_WORDS = new Map<string, string>([
  ...DAYS_AND_MONTHS.flatMap((word) =>
    [word, `${word}s`, `${word}'s`].map((form) => [form, word] as const),
  ),
  ...NUMBER_WORDS.map((word) => [word, word] as const),
]);

/** The owner, or what "that one" refers to, may be named some lines before or after the cited ones. */
const LINES_AROUND = 3;

/** Leaves out lines that give orders to the summary's writer: they support nothing. */
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

/** True for speech that gives orders to the summary's writer (prompt injection). */
export function talksToMachine(text: string): boolean {
  return TALKS_TO_MACHINE.some((pattern) => pattern.test(text));
}

/** How many of `words` are among `said`, each folded; `decision` counts as `decide`. */
export function sharedWords(words: readonly string[], said: readonly string[]): number {
  const held = new Set(said);
  return words.filter((word) => held.has(word) || said.some((other) => sameStem(word, other)))
    .length;
}

const MIN_STEM = 4;
const MIN_STEM_SHARE = 0.75;

function sameStem(first: string, second: string): boolean {
  const shorter = Math.min(first.length, second.length);
  if (shorter < MIN_STEM) return false;
  let common = 0;
  while (common < shorter && first[common] === second[common]) common += 1;
  return common >= MIN_STEM && common / shorter > MIN_STEM_SHARE;
}
