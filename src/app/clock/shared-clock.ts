import { readDatabaseTime } from '../../store/database/database-facts.ts';
import type { Clock, Log } from '../../core/ports.ts';
import type { Db } from '../../store/schema.ts';
import { MAX_CLOCK_OFF_MS } from './max-clock-off.ts';

const LOOK_EVERY_MS = 60_000;
/** A slower answer says too little about the moment at which it was given. */
const ANSWER_WITHIN_MS = 1_000;
/** Less is the time that an answer takes. */
const MIN_OFF_MS = 1_000;
/** Set anew, or woken from sleep. */
const STEP_MS = 1_000;

export type SharedClock = Required<Clock> & { stop(): void };

/** Where the time of this machine comes from; another one in tests. */
export type LocalTime = { wallMs(): number; steadyMs(): number };
const ofThisMachine: LocalTime = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * The time of the database, by which all processes act: with clocks of their own, one that is ahead would take the
 * others' leases and end meetings early. Measured at the start, every minute, and as soon as this machine's clock was
 * set or has slept; a database that does not answer leaves it as it was.
 */
export async function sharedClock(
  db: Db,
  log: Log,
  { wallMs, steadyMs }: LocalTime = ofThisMachine,
): Promise<SharedClock> {
  let offMs = 0;
  let wallAheadMs = wallMs() - steadyMs();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const [asked, askedSteady] = [wallMs(), steadyMs()];
    wallAheadMs = asked - askedSteady;
    const there = await readDatabaseTime(db).catch(() => null);
    const tookMs = steadyMs() - askedSteady;
    if (there === null || tookMs > ANSWER_WITHIN_MS) return;
    const measured = there.getTime() - (asked + tookMs / 2);
    const wasRight = isRight();
    offMs = Math.abs(measured) < MIN_OFF_MS ? 0 : measured;
    if (wasRight !== isRight()) tell();
  };
  const isRight = (): boolean => Math.abs(offMs) <= MAX_CLOCK_OFF_MS;
  const tell = (): void => {
    const seconds = Math.round(Math.abs(offMs) / 1000);
    if (isRight()) log.info('the clock agrees with the database again', { component: 'clock' });
    else
      log.error(
        `the clock differs from that of the database by ${seconds} s: synchronize both with NTP`,
        {
          component: 'clock',
        },
      );
  };
  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)));
  await lookOnce();
  const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS);
  timer.unref();
  return {
    now: () => {
      if (Math.abs(wallMs() - steadyMs() - wallAheadMs) > STEP_MS) void lookOnce();
      return new Date(wallMs() + offMs);
    },
    isRight,
    stop: () => clearInterval(timer),
  };
}
