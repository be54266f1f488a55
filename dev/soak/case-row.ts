import type { Transcript } from '../../contract/generated/api.ts';
import type { Parley } from '../world/service/start-parley.ts';

export type CaseRow = Record<string, string | number | null>;

/**
 * One row of the table in docs/measured.md. `found`: how often each sentence stands in the
 * transcript, which was said `said` times.
 */
export function caseRow(
  parley: Parley,
  name: string,
  transcript: Transcript,
  found: readonly number[],
  said: readonly number[] = found.map(() => 1),
): CaseRow {
  const lostMs = parley
    .output()
    .split('\n')
    .filter((line) => line.includes('audio was lost') && line.includes(transcript.meetingRef))
    .reduce((sum, line) => sum + Number(/"durationMs":(\d+)/.exec(line)?.[1] ?? 0), 0);
  const saidMs = transcript.segments.reduce(
    (sum, segment) => sum + segment.endMs - segment.startMs,
    0,
  );
  const tooOften = found.map((count, i) => count - (said[i] ?? 1));
  return {
    case: name,
    result: transcript.result,
    reason: transcript.reason,
    coverage: (saidMs / Math.max(1, saidMs + lostMs)).toFixed(3),
    'lost s, as reported': lostMs / 1000,
    sentences: said.reduce((sum, count) => sum + count, 0),
    missing: tooOften.reduce((sum, count) => sum + Math.max(0, -count), 0),
    twice: tooOften.reduce((sum, count) => sum + Math.max(0, count), 0),
  };
}
