// 147 meetings of real people (AMI and ICSI corpora; see NOTICE), with what annotators found in them.
import type { SummaryInput } from '../../../core/ports.ts';
import { readArchive } from './read-archive.ts';

/** Where something was said: `words` is one dialogue act, part of the segment. */
export type Evidence = { segmentRef: string; words: string };

export type EvidencedItem = { text: string; evidence: Evidence[] };

export type EvidencedTask = EvidencedItem & {
  /** Display names; empty if the annotator named nobody. */
  owners: string[];
  everyone: boolean;
  dueDate: null;
};

/** A list is null or absent if the corpus has no such list, and empty if the annotator found nothing. */
export type RealMeeting = Omit<SummaryInput, 'startedAt' | 'timezone'> & {
  meetingRef: string;
  startedAt: null;
  timezone: null;
  annotations: {
    abstract: EvidencedItem[];
    decisions?: EvidencedItem[] | null;
    actionItems?: EvidencedTask[] | null;
    /** ICSI does not distinguish decisions from tasks. */
    decisionsAndTasks?: EvidencedItem[] | null;
    problems?: EvidencedItem[] | null;
    topics: { title: string; spans: [string, string][] }[];
    generalSummaries: { query: string; answer: string; sentences: EvidencedItem[] }[];
  };
  /** `series`: the meetings of one group of people; of ICSI only this meeting, though its group has others. */
  source: { corpus: string; id: string; series: string };
};

/** 113 meetings to learn from. */
export function realTrainingMeetings(): RealMeeting[] {
  return readArchive(new URL('real-training.jsonl.gz', import.meta.url));
}

/**
 * 34 meetings; nothing is trained on them. The 24 of AMI are of other groups, but the 10 of ICSI are of groups whose
 * other meetings are learned from.
 */
export function realDevelopmentMeetings(): RealMeeting[] {
  return readArchive(new URL('../evaluation/real-development.jsonl.gz', import.meta.url));
}
