import { daysApart, daysLeft, daysTaken } from './date-cases.ts';
import type { AnnotatedMeeting } from './annotated-meetings.ts';

/** The short talks of `date-cases.ts`; where one task is said, whatever is found in it is that task. */
export function dateCaseMeetings(): AnnotatedMeeting[] {
  return [
    ...daysTaken.map(([, lines, day]) => asMeeting(lines, [['', day]])),
    ...daysLeft.map(([, lines]) => asMeeting(lines, [['', null]])),
    ...daysApart.map(([, lines, days]) => asMeeting(lines, days)),
  ];
}

function asMeeting(
  lines: readonly string[],
  days: readonly (readonly [holds: string, day: string | null])[],
): AnnotatedMeeting {
  const about = {
    name: '',
    title: 'Talk',
    startedAt: '2026-11-20T10:00:00Z',
    timezone: 'UTC',
    languageCode: 'en',
  };
  const actionItems = days.map(([holds, dueDate]) => ({ holds, ownerDisplayName: null, dueDate }));
  return { ...about, lines: [...lines], decisions: [], actionItems };
}
