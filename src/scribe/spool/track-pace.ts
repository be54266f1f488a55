/**
 * A push-to-talk button may publish a track for each press. Words take a second, and a track costs less than a second
 * of sound: a row, and a block of the disk.
 */
const EACH_MS = 1_000;
const MAX_AT_ONCE = 10;

/**
 * Bounds how fast a person's tracks are begun, each with a row and a file: a custom client may publish one after
 * another. Times are ms of one clock.
 */
export class TrackPace {
  /** By identity: when the tracks so far would have begun, one each time. */
  readonly #endsAtMs = new Map<string, number>();
  readonly #begun = new Set<string>();

  /** A track that has begun may always continue. */
  mayBegin(identity: string, mediaTrackSid: string, nowMs: number): boolean {
    if (this.#begun.has(mediaTrackSid)) return true;
    const endsAtMs = Math.max(this.#endsAtMs.get(identity) ?? nowMs, nowMs) + EACH_MS;
    if (endsAtMs - nowMs > MAX_AT_ONCE * EACH_MS) return false;
    this.#endsAtMs.set(identity, endsAtMs);
    this.#begun.add(mediaTrackSid);
    return true;
  }
}
