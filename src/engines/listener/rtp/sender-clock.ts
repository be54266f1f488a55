// The position of a packet in a track's time. The sender's clock gives the order and spacing of
// packets, ours the speed of time: the two differ by some 50 ppm, 0.2 s an hour, which must not
// add up.
import { SAMPLES_PER_MS } from '../../../core/sound.ts';

/** Any span this long contains packets that arrived without delay. */
const WINDOW = 10_000 * SAMPLES_PER_MS;
const MIN_DRIFT = 20 * SAMPLES_PER_MS;
/** A difference this large is corrected without waiting for a pause. */
const MAX_DRIFT = 300 * SAMPLES_PER_MS;
/**
 * A difference this large means that the sender's clock was reset or stopped, or that packets held
 * back by the network or a busy process arrive all at once.
 */
const LEAP = 1_000 * SAMPLES_PER_MS;
/** By then, packets that were held back have arrived. */
const LEAP_IS_SURE = 300 * SAMPLES_PER_MS;

/** All in samples at 16 kHz since the track began. */
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
