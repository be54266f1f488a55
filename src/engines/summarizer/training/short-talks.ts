import { readFileSync } from 'node:fs';
import type { AnnotatedMeeting } from './annotated-meetings.ts';

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
