import { type ConnectionMeasures, reportConnectionQuality } from '../session/guest-api.ts';
import type { ParticipantKey } from '../session/guest-link.ts';
import type { MediaCounts, StreamCounts } from './measure-media.ts';

const FIRST_MS = 5_000;
const EVERY_MS = 60_000;

type Measured = { measure(): Promise<MediaCounts | null> };

/** Reports to the service at intervals how well media arrives, across all connections. */
export class ConnectionReports {
  #connection: { key: ParticipantKey; room: Measured } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: MediaCounts | null = null;
  #isLost = false;
  #isReporting = false;
  #reconnections = 0;

  /** A new connection: its counters begin at zero. */
  start(key: ParticipantKey, room: Measured): void {
    this.#connection = { key, room };
    this.#before = null;
    this.#reportIn(FIRST_MS);
  }

  note(connection: 'connected' | 'reconnecting'): void {
    const isBack = connection === 'connected' && this.#isLost;
    this.#isLost = connection === 'reconnecting';
    if (!isBack) return;
    this.#reconnections += 1;
    this.#reportIn(FIRST_MS);
  }

  stop(): void {
    this.#connection = null;
    clearTimeout(this.#timer);
  }

  #reportIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#report(), delayMs);
  }

  async #report(): Promise<void> {
    const connection = this.#connection;
    if (connection === null) return;
    if (this.#isReporting) return this.#reportIn(FIRST_MS);
    this.#isReporting = true;
    const timer = this.#timer;
    const isSame = () => this.#connection === connection;
    const counts = await connection.room.measure().catch(() => null);
    const reconnections = this.#reconnections;
    this.#reconnections = 0;
    const report = counts && measuresBetween(this.#before, counts, reconnections);
    const isTaken =
      report !== null && (await reportConnectionQuality(connection.key, report)).kind === 'ok';
    // A failed report is included in the next one.
    if (!isTaken) this.#reconnections += reconnections;
    else if (isSame()) this.#before = counts;
    this.#isReporting = false;
    if (isSame() && this.#timer === timer) this.#reportIn(EVERY_MS);
  }
}

/** What has happened since `before`. Pure. */
function measuresBetween(
  before: MediaCounts | null,
  now: MediaCounts,
  reconnections: number,
): ConnectionMeasures {
  return {
    transport: now.path.way,
    reconnections: Math.min(reconnections, 1000),
    sent: growth(before?.sent, now.sent),
    received: growth(before?.received, now.received),
    jitterMs: upToAMinute(now.jitterMs),
    roundTripMs: upToAMinute(now.path.roundTripMs),
  };
}

const upToAMinute = (ms: number): number => Math.min(ms, 60_000);

/** Totals of all current streams. */
function growth(
  before: ReadonlyMap<string, StreamCounts> | undefined,
  now: ReadonlyMap<string, StreamCounts>,
): StreamCounts {
  const sum = { packets: 0, lost: 0 };
  for (const [id, { packets, lost }] of now) {
    const was = before?.get(id);
    sum.packets += Math.max(0, packets - (was?.packets ?? 0));
    sum.lost += Math.max(0, lost - (was?.lost ?? 0));
  }
  return sum;
}
