import { readDateTime } from './read-date-time.ts';

type ScheduleFault = {
  member: 'startAt' | 'endAt';
  code: 'schedule_order' | 'schedule_span' | 'schedule_range';
};

const EARLIEST = BigInt(Date.UTC(2000, 0, 1)) * 1_000_000n;
const YEARS_AHEAD = 10;
const MAX_SPAN = 7n * 24n * 3_600n * 1_000_000_000n;

/** What is wrong between the two times: order, span of at most 7 days, 2000 to ten years ahead. Past times are fine. */
export function checkSchedule(
  schedule: { startAt: string; endAt: string },
  now: Date,
): ScheduleFault[] {
  const [start, end] = [readDateTime(schedule.startAt), readDateTime(schedule.endAt)];
  const faults: ScheduleFault[] = [];
  if (typeof start === 'bigint' && !isInRange(start, now))
    faults.push({ member: 'startAt', code: 'schedule_range' });
  if (typeof end === 'bigint' && !isInRange(end, now))
    faults.push({ member: 'endAt', code: 'schedule_range' });
  if (typeof start !== 'bigint' || typeof end !== 'bigint') return faults;
  if (end <= start) faults.push({ member: 'endAt', code: 'schedule_order' });
  else if (end - start > MAX_SPAN) faults.push({ member: 'endAt', code: 'schedule_span' });
  return faults;
}

function isInRange(instant: bigint, now: Date): boolean {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + YEARS_AHEAD);
  return instant >= EARLIEST && instant <= BigInt(latest.getTime()) * 1_000_000n;
}
