// Counts of minutes by a language model and by the embedded summarizer, of the same meetings.
import type { SummaryContent, SummaryInput } from '../../src/core/ports.ts';
import { scoreRealSummary } from '../../src/engines/summarizer/evaluation/score-real-summary.ts';
import {
  type Count,
  scoreOf,
  sumOf,
  writeCount,
} from '../../src/engines/summarizer/evaluation/score-summary.ts';
import {
  type AnnotatedMeeting,
  inputOf,
} from '../../src/engines/summarizer/training/annotated-meetings.ts';
import type { RealMeeting } from '../../src/engines/summarizer/training/real-meetings.ts';
import { type Asked, itemsIn } from './asked-writer.ts';

export type ScoredMeeting = {
  name: string;
  input: SummaryInput;
  score(summary: SummaryContent): { decisions: Count; actionItems: Count };
};

export function writtenMeeting(meeting: AnnotatedMeeting): ScoredMeeting {
  const score = (summary: SummaryContent) => scoreOf(meeting, summary);
  return { name: meeting.name, input: inputOf(meeting), score };
}

export function realMeeting(meeting: RealMeeting): ScoredMeeting {
  const score = (summary: SummaryContent) => scoreRealSummary(meeting, summary);
  return { name: meeting.source.id, input: meeting, score };
}

/** `seconds`: of one core, in the model's server. */
export type Row = Asked & { meeting: ScoredMeeting; embedded: SummaryContent; seconds: number };

/** Counts are right/shown of wanted (F1). */
export function tableOf(rows: readonly Row[]): string {
  const total = (value: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + value(row), 0);
  const counts = (some: readonly Row[], by: (row: Row) => SummaryContent): string =>
    (['decisions', 'actionItems'] as const)
      .map((part) => {
        const count = sumOf(some.map((row) => row.meeting.score(by(row))[part]));
        return `${part} ${writeCount(count)}`;
      })
      .join(', ');
  const written = rows.filter(({ summary }) => summary.generator.name === 'openai');
  const shown = written.reduce((sum, { summary }) => sum + itemsIn(summary), 0);
  return [
    `embedded: ${counts(rows, (row) => row.embedded)}`,
    `with the model, or embedded where it failed: ${counts(rows, (row) => row.summary)}`,
    `written by the model: ${written.length} of ${rows.length} meetings; ` +
      `these by the model: ${counts(written, (row) => row.summary)}; ` +
      `and embedded: ${counts(written, (row) => row.embedded)}`,
    `answers: ${total((row) => row.answers)}, JSON ${total((row) => row.json)}, ` +
      `cut off ${total((row) => row.cut)}`,
    `decisions and tasks: ${total((row) => row.drafted)} drafted, ` +
      `${total((row) => row.supported)} supported by their lines, ${shown} shown`,
    `seconds of one core: ${(total((row) => row.seconds) / rows.length).toFixed(0)} a meeting`,
    ...rows.flatMap(({ warnings }) => warnings),
  ].join('\n  ');
}
