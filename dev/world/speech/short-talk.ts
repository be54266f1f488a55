// Short talks on Friday 20 November 2026, read by the whole pipeline; `Anna: text`, one segment a line.
import { inputOf } from '../../../src/engines/summarizer/training/annotated-meetings.ts';
import { writeExtractiveSummary } from '../../../src/engines/summarizer/write-summary.ts';

export function summaryOf(lines: readonly string[]): ReturnType<typeof writeExtractiveSummary> {
  const about = { name: '', title: 'Talk', timezone: 'UTC', languageCode: 'en' };
  const startedAt = '2026-11-20T10:00:00Z';
  return writeExtractiveSummary(
    inputOf({ ...about, startedAt, lines: [...lines], decisions: [], actionItems: [] }),
  );
}

/** `text | owner | date`, one a task. */
export async function tasksIn(lines: readonly string[]): Promise<string[]> {
  const { actionItems } = await summaryOf(lines);
  return actionItems.map(
    ({ text, ownerDisplayName, dueDate }) =>
      `${text} | ${ownerDisplayName ?? '-'} | ${dueDate ?? '-'}`,
  );
}
