// Where in a track's time a packet belongs. The sender's clock says how packets follow each other,
// ours how fast time goes:
// the two differ by some 50 ppm, 0.2 s an hour, which must not add up.
import { SAMPLES_PER_MS } from '../../../core/sound.ts';

/** Packets that came without delay are found in so much time. */
const WINDOW = 10_000 * SAMPLES_PER_MS;
const MIN_DRIFT = 20 * SAMPLES_PER_MS;
/** So much is corrected without waiting for a pause. */
const MAX_DRIFT = 300 * SAMPLES_PER_MS;
/**
 * The sender's clock was set anew or stood still; or all that the network or a busy process held
 * back comes at once.
 */
const LEAP = 1_000 * SAMPLES_PER_MS;
/** What was held back has come by then. */
const LEAP_IS_SURE = 300 * SAMPLES_PER_MS;

/** All in samples of 16 kHz since the track began. */
export class SenderClock {
  #offset: number | undefined;
  #leastLate = Infinity;
  #windowEnd = 0;
  #drift = 0;
  #leap: { until: number; least: number } | undefined;

  /** `sent`: by the sender's clock, from anywhere. `arrived`: by ours. `afterPause`: a correction here is not heard. */
  place(sent: number, arrived: number, afterPause: boolean): number {
    this.#offset ??= arrived - sent;
    const late = arrived - sent - this.#offset;
    if (late > LEAP)
      this.#leap = {
        until: this.#leap?.until ?? arrived + LEAP_IS_SURE,
        least: Math.min(late, this.#leap?.least ?? late),
      };
    else this.#leap = undefined;
    if (late < -LEAP) this.#correct(late, arrived);
    if (this.#leap && arrived >= this.#leap.until) this.#correct(this.#leap.least, arrived);
    if (Math.abs(late) > LEAP) return sent + this.#offset;
    this.#leastLate = Math.min(this.#leastLate, late);
    if (arrived >= this.#windowEnd) {
      this.#drift = Math.abs(this.#leastLate) >= MIN_DRIFT ? this.#leastLate : 0;
      this.#startWindow(arrived);
    }
    if (this.#drift !== 0 && (afterPause || Math.abs(this.#drift) > MAX_DRIFT))
      this.#correct(this.#drift, arrived);
    return sent + this.#offset;
  }

  #correct(by: number, arrived: number): void {
    this.#offset = (this.#offset ?? 0) + by;
    this.#drift = 0;
    this.#leap = undefined;
    this.#startWindow(arrived);
  }

  #startWindow(arrived: number): void {
    this.#leastLate = Infinity;
    this.#windowEnd = arrived + WINDOW;
  }
}
