/**
 * Honest sound is ahead by as long as it was held back: LiveKit gives up a connection after 15 s
 * without packets, we after 7 s.
 */
const MAX_AHEAD_MS = 30_000;

/**
 * Bounds the sound of one source of a person by the time that passes, over all tracks that they
 * publish: a client can send any amount of it at once. In ms of one clock.
 */
export class SoundPace {
  /** When the sound so far would end, played as it arrived. */
  #endsAtMs = 0;

  isAhead(nowMs: number): boolean {
    return this.#endsAtMs - nowMs > MAX_AHEAD_MS;
  }

  add(soundMs: number, nowMs: number): void {
    this.#endsAtMs = Math.max(this.#endsAtMs, nowMs) + soundMs;
  }
}
