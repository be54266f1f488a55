// The written meetings: what the network and the weights learn from, and the development set.
import { readFileSync } from 'node:fs';
import type { SummaryInput } from '../../../core/ports.ts';
import { readArchive } from './read-archive.ts';

export type AnnotatedMeeting = {
  name: string;
  title: string;
  startedAt: string;
  timezone: string;
  languageCode: string;
  /** `Speaker: one segment`. */
  lines: string[];
  /**
   * An item is right if it contains the words of `holds`; `saidIn`, `settledBy` and `dueSaidIn` copy
   * the sentences that say it, settle it and date it.
   */
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

/** Text as a recognizer with punctuation writes it, and as one without. */
export const styles = {
  asSpoken: (text: string): string => text,
  lowerCase: (text: string): string => text.toLowerCase().replace(/[.,!?;:]/g, ''),
} satisfies Record<string, Style>;

/** A training meeting. Most are `talk`; the rest are the first 75, written at the same time as the rules. */
export type TrainingMeeting = AnnotatedMeeting & {
  source: 'gold' | 'gold-unseen' | 'gold-development' | 'talk';
  /** Weights are fitted to these, because the network is overconfident about meetings it was trained on. */
  keptFromNetwork: boolean;
};

/** Every meeting that the network or the weights learn from. */
export function trainingMeetings(): TrainingMeeting[] {
  return readArchive(new URL('training.jsonl.gz', import.meta.url));
}

export function earlyMeetings(): TrainingMeeting[] {
  return trainingMeetings().filter(({ source }) => source !== 'talk');
}

export function meetingsKeptFromNetwork(): TrainingMeeting[] {
  return trainingMeetings().filter(({ keptFromNetwork }) => keptFromNetwork);
}

type ShortTalk = {
  set: 'decisions' | 'tasks';
  lines: string[];
  decisions: { holds: string }[];
  actionItems: { holds: string; dueDate: string | null }[];
};

/** Talks of a few sentences on Friday 20 November 2026, annotated for one of the fits. */
export function shortTalks(set: ShortTalk['set']): AnnotatedMeeting[] {
  const text = readFileSync(new URL('short-talks.jsonl', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): ShortTalk => JSON.parse(line))
    .filter((talk) => talk.set === set)
    .map(({ lines, decisions, actionItems }) => ({
      name: '',
      title: 'Talk',
      startedAt: '2026-11-20T10:00:00Z',
      timezone: 'UTC',
      languageCode: 'en',
      lines,
      decisions,
      actionItems: actionItems.map((item) => ({ ...item, ownerDisplayName: null })),
    }));
}

/** Not trained on, but looked at after every change, so choices were based on it. */
export function developmentMeetings(): AnnotatedMeeting[] {
  return readArchive(new URL('../evaluation/development.jsonl.gz', import.meta.url));
}

export function inputOf(
  meeting: AnnotatedMeeting,
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

/** All early meetings one after another, repeated, with eight speakers. */
export function longMeeting(words: number): SummaryInput {
  const meetings = earlyMeetings();
  const [first] = meetings;
  if (first === undefined) throw new Error('There are no meetings');
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
