import { readDatabaseTime } from '../../store/database/database-facts.ts';
import type { Clock, Log } from '../../core/ports.ts';
import { withTimeout } from '../../core/timing.ts';
import type { Db } from '../../store/schema.ts';

/** Tokens, leases and webhook signatures tolerate a few seconds. */
export const MAX_CLOCK_OFF_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
/** A slower answer leaves too much doubt about when it was given. */
const ANSWER_WITHIN_MS = 1_000;
/**
 * A lease of 2 s is extended every 0.8 s, so two machines must differ by less than 1.2 s. Each may be off by this, or
 * by half the time of the answer: 0.5 s at most.
 */
const MIN_OFF_MS = 250;
/** A larger jump means that the clock was set, or the machine slept. */
const STEP_MS = 1_000;
const LOOK_AGAIN_MS = 1_000;

export type SharedClock = Required<Clock> & { stop(): void };

/** The clocks of this machine; tests bring their own. */
type LocalTime = { wallMs(): number; steadyMs(): number };
const ofThisMachine: LocalTime = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * The time of the database, by which all processes act: with clocks of their own, one that is ahead would take the
 * others' leases and end meetings early. Measured at the start, every minute, and as soon as this machine's clock was
 * set or has slept; in between it follows the monotonic clock. When the database does not answer, the last measurement
 * is kept.
 */
export async function sharedClock(
  db: Db,
  log: Log,
  { wallMs, steadyMs }: LocalTime = ofThisMachine,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<SharedClock> {
  let offMs = 0;
  let wallAheadMs = wallMs() - steadyMs();
  let lookedMs = -Infinity;
  const look = async (): Promise<void> => {
    const [asked, askedSteady] = [wallMs(), steadyMs()];
    lookedMs = askedSteady;
    const answer = withTimeout(readDatabaseTime(db), answerWithinMs, 'no answer in time');
    const there = await answer.catch(() => null);
    if (there === null) return;
    const halfWayMs = (steadyMs() - askedSteady) / 2;
    const measured = there.getTime() - (asked + halfWayMs);
    const wasRight = isRight();
    // A smaller difference may be just the time that the answer took.
    offMs = Math.abs(measured) < Math.max(MIN_OFF_MS, halfWayMs) ? 0 : measured;
    wallAheadMs = asked - askedSteady;
    if (wasRight !== isRight()) tell();
  };
  const isRight = (): boolean => Math.abs(offMs) <= MAX_CLOCK_OFF_MS;
  const tell = (): void => {
    const seconds = Math.round(Math.abs(offMs) / 1000);
    if (isRight()) log.info('the clock agrees with the database again', { component: 'clock' });
    else
      log.error(
        `the clock differs from that of the database by ${seconds} s: synchronize both with NTP`,
        { component: 'clock' },
      );
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    now: () => {
      const stepMs = Math.abs(wallMs() - steadyMs() - wallAheadMs);
      if (stepMs > STEP_MS && steadyMs() - lookedMs > LOOK_AGAIN_MS) void look();
      return new Date(steadyMs() + wallAheadMs + offMs);
    },
    isRight,
    stop: () => clearInterval(timer),
  };
}
