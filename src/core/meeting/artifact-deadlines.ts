const MINUTE_MS = 60_000;
const LEAST_MS = 30 * MINUTE_MS;
const MOST_MS = 360 * MINUTE_MS;

/**
 * A4: four times the meeting's length, but 30 minutes to 6 hours, after it became terminal; the
 * summary 30 minutes later.
 */
export function artifactDeadlines(
  terminalAt: Date,
  startedAt: Date | null,
  endedAt: Date | null,
): { transcript: Date; summary: Date } {
  const lengthMs = startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : 0;
  const transcript = terminalAt.getTime() + Math.min(Math.max(4 * lengthMs, LEAST_MS), MOST_MS);
  return { transcript: new Date(transcript), summary: new Date(transcript + LEAST_MS) };
}
