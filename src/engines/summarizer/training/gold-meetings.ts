// The annotated meetings (src/core/summary/gold*, models/turns/meetings) as input for tests and benches.
import { readdirSync, readFileSync } from 'node:fs';
import type { SummaryInput } from '../../../core/summary/summary-input.ts';

const TURNS = new URL('../../../../models/turns/', import.meta.url);

export type GoldMeeting = {
  name: string;
  title: string;
  startedAt: string;
  timezone: string;
  languageCode: string;
  /** `Speaker: one segment`. */
  lines: string[];
  /** An item is right when it holds the words of `holds`; `saidIn`, `settledBy` and `dueSaidIn` are copies of where it was said, settled, dated. */
  decisions: { holds: string; saidIn?: string; settledBy?: string }[];
  actionItems: {
    holds: string;
    saidIn?: string;
    ownerDisplayName: string | null;
    dueDate: string | null;
    dueSaidIn?: string | null;
  }[];
  /** Minutes written by hand before any output was seen. */
  reference?: string;
};

export type Style = (text: string) => string;

/** As a recogniser with punctuation writes it, and as one without. */
export const styles = {
  asSpoken: (text: string): string => text,
  lowerCase: (text: string): string => text.toLowerCase().replace(/[.,!?;:]/g, ''),
} satisfies Record<string, Style>;

export function goldMeetings(): GoldMeeting[] {
  return goldFolders().flatMap(readMeetings);
}

export function goldFolders(): URL[] {
  return ['gold', 'gold-unseen', 'gold-development'].map(
    (name) => new URL(`../../../core/summary/${name}/`, import.meta.url),
  );
}

/**
 * For counting only: whoever writes rules, fits weights or trains the model reads none of these, nor a list of what is missed in
 * them. `bench/summary-totals.ts` shows their totals and nothing else.
 */
export function blindFolder(): URL {
  return new URL('../../../core/summary/gold-blind/', import.meta.url);
}

/** Every meeting that the turns model and the weights of decisions are fitted to. */
export function trainingMeetings(): GoldMeeting[] {
  return [...goldFolders().flatMap(readMeetings), ...talkToLearnFrom()];
}

/** Those beside the model: what is measured on the others has not been heard. */
export function talkToLearnFrom(): GoldMeeting[] {
  return readMeetings(new URL('meetings/', TURNS));
}

/** Those of them that the turns model was not trained on: it is too sure of the others. */
export function unseenMeetings(): GoldMeeting[] {
  const unseen = new Set(readFileSync(new URL('unseen.txt', import.meta.url), 'utf8').split(/\s+/));
  return trainingMeetings().filter(({ name }) => unseen.has(name));
}

export function readMeetings(folder: URL): GoldMeeting[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldMeeting);
}

export function inputOf(
  meeting: GoldMeeting,
  lines: readonly string[] = meeting.lines,
  style: Style = styles.asSpoken,
): SummaryInput {
  const speakerOf = (line: string): string => line.slice(0, line.indexOf(':'));
  const names = [...new Set(lines.map(speakerOf))];
  const { title, startedAt, timezone, languageCode } = meeting;
  return {
    title,
    startedAt,
    timezone,
    languageCode,
    speakers: names.map((displayName, at) => ({ speakerRef: `s${at}`, displayName })),
    segments: lines.map((line, at) => ({
      segmentRef: `g${at}`,
      speakerRef: `s${names.indexOf(speakerOf(line))}`,
      startMs: at * 6000,
      endMs: at * 6000 + 5000,
      text: style(line.slice(line.indexOf(':') + 2)),
      languageCode,
    })),
  };
}

/** All gold meetings one after the other, again and again, held by eight people. */
export function longMeeting(words: number): SummaryInput {
  const meetings = goldMeetings();
  const [first] = meetings;
  if (first === undefined) throw new Error('There are no gold meetings');
  const lines: string[] = [];
  let count = 0;
  for (let round = 0; count < words; round += 1) {
    for (const line of meetings.flatMap((meeting) => meeting.lines)) {
      if (count >= words) break;
      const text = line.slice(line.indexOf(':') + 2);
      lines.push(`Person ${(lines.length * 7 + round) % 8}: ${text}`);
      count += text.split(/\s+/).length;
    }
  }
  return inputOf(first, lines);
}
