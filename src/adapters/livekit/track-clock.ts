// Where in a track's time a packet belongs. The sender's clock says how packets follow each other, ours how fast time goes:
// the two differ by some 50 ppm, 0.2 s an hour, which must not add up.

const SAMPLES_PER_MS = 16;
/** Packets that came without delay are found in so much time. */
const WINDOW = 10_000 * SAMPLES_PER_MS;
const LEAST_DRIFT = 20 * SAMPLES_PER_MS;
/** So much is corrected without waiting for a pause. */
const MOST_DRIFT = 300 * SAMPLES_PER_MS;
/** The sender's clock was set anew, or the network stood still. */
const LEAP = 1_000 * SAMPLES_PER_MS;

/** All in samples of 16 kHz since the track began. */
export class TrackClock {
  #offset: number | undefined;
  #leastLate = Infinity;
  #windowEnd = 0;
  #drift = 0;

  /** `sent`: by the sender's clock, from anywhere. `arrived`: by ours. `afterPause`: a correction here is not heard. */
  place(sent: number, arrived: number, afterPause: boolean): number {
    const late = arrived - sent - (this.#offset ?? -Infinity);
    if (this.#offset === undefined || Math.abs(late) > LEAP) {
      this.#offset = arrived - sent;
      this.#startWindow(arrived);
      this.#drift = 0;
      return arrived;
    }
    this.#leastLate = Math.min(this.#leastLate, late);
    if (arrived >= this.#windowEnd) {
      this.#drift = Math.abs(this.#leastLate) >= LEAST_DRIFT ? this.#leastLate : 0;
      this.#startWindow(arrived);
    }
    if (this.#drift !== 0 && (afterPause || Math.abs(this.#drift) > MOST_DRIFT)) {
      this.#offset += this.#drift;
      this.#startWindow(arrived);
      this.#drift = 0;
    }
    return sent + this.#offset;
  }

  #startWindow(arrived: number): void {
    this.#leastLate = Infinity;
    this.#windowEnd = arrived + WINDOW;
  }
}
