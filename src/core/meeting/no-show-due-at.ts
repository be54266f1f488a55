import type { CoreSettings } from '../context.ts';

// Without a schedule nobody said when, so a meeting waits seven times as long: 7 days by default.
const UNSCHEDULED_FACTOR = 7;

/** When a meeting that nobody joined is given up. */
export function noShowDueAt(
  createdAt: Date,
  endsAt: Date | null,
  settings: Pick<CoreSettings, 'noShowSeconds'>,
): Date {
  const patienceMs = settings.noShowSeconds * 1000;
  if (endsAt === null) return new Date(createdAt.getTime() + UNSCHEDULED_FACTOR * patienceMs);
  return new Date(Math.max(endsAt.getTime(), createdAt.getTime()) + patienceMs);
}
