// Any sampling rate to 16 kHz by a polyphase windowed-sinc filter (Smith, "Digital Audio Resampling", 2002).
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';

/** Zero crossings of the sinc on each side: at least 60 dB of attenuation beyond the cutoff. */
const ZERO_CROSSINGS = 16;
/** The cutoff, as a share of the lower of the two Nyquist frequencies. */
const PASS_SHARE = 0.94;

/** Turns a stream of samples (-1 to 1) at `rateHz` into 16 kHz, block by block. */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #cutoff: number;
  readonly #phases = new Map<number, Float32Array>();
  #history: Float32Array;
  /** Index, in samples of the input, of `#history[0]`. */
  #from: number;
  #nextOut = 0;

  constructor(rateHz: number) {
    const shared = greatestDivisor(rateHz, SAMPLE_RATE_HZ);
    this.#up = SAMPLE_RATE_HZ / shared;
    this.#down = rateHz / shared;
    this.#cutoff = Math.min(1, this.#up / this.#down) * PASS_SHARE;
    this.#half = Math.ceil(ZERO_CROSSINGS / this.#cutoff);
    this.#history = new Float32Array(this.#half);
    this.#from = -this.#half;
  }

  /** Returns the samples that are final now; the rest comes with later blocks. */
  push(block: Float32Array): Float32Array {
    const input = new Float32Array(this.#history.length + block.length);
    input.set(this.#history);
    input.set(block, this.#history.length);
    const end = this.#from + input.length;
    const out: number[] = [];
    for (;;) {
      const position = this.#nextOut * this.#down;
      const center = Math.floor(position / this.#up);
      if (center + this.#half >= end) break;
      const taps = this.#tapsOf(position % this.#up);
      const first = center - this.#half + 1 - this.#from;
      let sum = 0;
      for (let i = 0; i < taps.length; i++) sum += (taps[i] ?? 0) * (input[first + i] ?? 0);
      out.push(sum);
      this.#nextOut += 1;
    }
    const keepFrom = Math.floor((this.#nextOut * this.#down) / this.#up) - this.#half;
    const dropped = Math.max(0, Math.min(input.length, keepFrom - this.#from));
    this.#history = input.slice(dropped);
    this.#from += dropped;
    return Float32Array.from(out);
  }

  /** The remaining samples, once the input has ended. */
  end(): Float32Array {
    return this.push(new Float32Array(this.#half + 1));
  }

  /** The filter for output that lies `phase / up` of a sample after an input sample. */
  #tapsOf(phase: number): Float32Array {
    const known = this.#phases.get(phase);
    if (known) return known;
    const taps = Float32Array.from({ length: 2 * this.#half }, (_, i) => {
      const distance = i - this.#half + 1 - phase / this.#up;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / this.#half);
      return Math.abs(distance) >= this.#half
        ? 0
        : window * this.#cutoff * sinc(distance * this.#cutoff);
    });
    this.#phases.set(phase, taps);
    return taps;
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
