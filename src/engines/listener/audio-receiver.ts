import type { AudioSink } from '../../core/ports.ts';
import { type OrderedBlock, JitterBuffer } from './rtp/jitter-buffer.ts';
import { type AudioBlock, nearestCount } from './rtp/rtp-packet.ts';
import { SenderClock } from './rtp/sender-clock.ts';
import { isWithin, QUIET_PEAK, SAMPLES_PER_MS } from '../../core/sound.ts';

/** Ticks of the sender's 48 kHz clock. */
const TICKS_A_SAMPLE = 3;
const FRAME = 20 * SAMPLES_PER_MS;
/** An Opus packet with only a TOC byte: the microphone picks up nothing worth sending (RFC 6716, 3.1). */
const EMPTY_BYTES = 2;
/** How far silence is noted behind the clock, because packets may be in transit. */
const BEHIND = 80 * SAMPLES_PER_MS;
/** When a speaker's packets stop, the network may be the cause for this long. */
const STALL_MS = 300;
/** After this much silence, it is noted in longer steps. */
const LONG_SILENCE = 1_500 * SAMPLES_PER_MS;
const LONG_STEP = 400 * SAMPLES_PER_MS;
/** A longer loss becomes silence. */
const MAX_CONCEALED = 120 * SAMPLES_PER_MS;
/** A shorter loss rarely contains a word. */
const MIN_REPORTED = 1_000 * SAMPLES_PER_MS;
const WRAP = 2 ** 32;
/**
 * Honest sound is ahead by as long as it was held back: LiveKit gives up a connection after 15 s
 * without packets, we after 7 s.
 */
const MAX_AHEAD_MS = 30_000;

/**
 * 16 kHz mono. `packet` null: conceals a lost packet; with `decodeFec`, from the redundancy in the
 * next packet.
 */
export type OpusDecoder = {
  decode(
    packet: Uint8Array | null,
    options?: { decodeFec?: boolean; frameSize?: number },
  ): Int16Array;
  free(): void;
};

/** Turns the packets of one track into sound, in which a position is a time. Times are by `performance.now()`. */
export class AudioReceiver {
  readonly #sink: AudioSink;
  readonly #decoder: OpusDecoder;
  readonly #sinceMs: number;
  readonly #pace: SoundPace;
  readonly #order = new JitterBuffer();
  readonly #clock = new SenderClock();
  #next = 0;
  /** The unwrapped time of the sender's clock. */
  #sentTicks: number | undefined;
  #heardAtMs: number;
  #loudUntil = 0;
  /** The end of the last sound; silence follows. */
  #soundUntil = 0;
  #isResting = true;
  /** The last packet was empty. */
  #isPausing = false;
  /**
   * A packet after a pause. If another pause follows, it was only comfort noise: a speaker sends for
   * at least 200 ms.
   */
  #lone: { block: OrderedBlock; place: number } | undefined;
  #passedOver: Uint8Array | undefined;
  #hasPackets = false;
  #isOver = false;

  /** `sinceMs`: when the track began. */
  constructor(sink: AudioSink, decoder: OpusDecoder, sinceMs: number, pace: SoundPace) {
    this.#sink = sink;
    this.#decoder = decoder;
    this.#sinceMs = sinceMs;
    this.#heardAtMs = sinceMs;
    this.#pace = pace;
  }

  packet(sequence: number, blocks: readonly AudioBlock[], atMs: number): void {
    if (this.#isOver) return;
    this.#hasPackets = true;
    for (const block of this.#order.push(sequence, blocks, atMs)) this.#take(block, atMs);
  }

  /** Whether any packet has arrived. */
  get hasPackets(): boolean {
    return this.#hasPackets;
  }

  /** Whether the following silence should be noted soon: it ends an utterance. */
  get isUrgent(): boolean {
    return !this.#order.isEmpty || this.#next - this.#loudUntil <= LONG_SILENCE;
  }

  /**
   * Lets time pass for a silent sender, who sends nothing. `isLate`: there may be packets that were
   * not read yet.
   */
  tick(nowMs: number, isLate = false): void {
    if (this.#isOver) return;
    for (const block of this.#order.release(nowMs)) this.#take(block, nowMs);
    this.#hearLone();
    if (isLate || (!this.#isResting && nowMs - this.#heardAtMs < STALL_MS)) return;
    const behind = this.#sampleAt(nowMs) - BEHIND - this.#next;
    if (behind >= (this.#next - this.#loudUntil > LONG_SILENCE ? LONG_STEP : FRAME))
      this.#silence(behind);
  }

  end(nowMs: number): void {
    if (this.#isOver) return;
    for (const block of this.#order.flush()) this.#take(block, nowMs);
    this.#hearLone();
    this.#isOver = true;
    this.#decoder.free();
    this.#sink.end();
  }

  #take(block: OrderedBlock, nowMs: number): void {
    this.#heardAtMs = nowMs;
    const isEmpty = block.data.length <= EMPTY_BYTES;
    const place = this.#clock.place(
      this.#sentSamples(block.timestamp),
      this.#sampleAt(nowMs) - FRAME,
      this.#isResting,
    );
    if (isEmpty && block.lost === 0) this.#passOverLone();
    else this.#hearLone();
    const mayBeLone = this.#isPausing && !isEmpty && block.lost === 0;
    this.#isPausing = isEmpty;
    this.#isResting = isEmpty;
    if (mayBeLone) this.#lone = { block, place };
    else this.#hearBlock(block, place);
  }

  #hearBlock(block: OrderedBlock, place: number): void {
    if (this.#pace.isAhead(this.#heardAtMs)) return;
    this.#catchUp(Math.round(place) - this.#next, block);
    const lost = Math.min(block.lost * FRAME, this.#next - this.#soundUntil);
    if (lost >= MIN_REPORTED) this.#sink.noteLost?.(lost);
    if (block.data.length <= EMPTY_BYTES) return;
    const samples = this.#decode(block.data);
    if (!samples) return;
    const isQuiet = isWithin(samples, QUIET_PEAK);
    // Silence was already noted for sound that arrives late.
    if (isQuiet && this.#next - place >= samples.length) return;
    this.#write(samples);
    if (!isQuiet) this.#loudUntil = this.#next;
  }

  #hearLone(): void {
    const lone = this.#lone;
    this.#lone = undefined;
    if (lone) this.#hearBlock(lone.block, lone.place);
  }

  #passOverLone(): void {
    this.#passedOver = this.#lone?.block.data ?? this.#passedOver;
    this.#lone = undefined;
  }

  #catchUp(missing: number, { lost, data }: OrderedBlock): void {
    if (missing <= 0) return;
    if (lost === 0 || missing > MAX_CONCEALED) return this.#silence(missing);
    for (let left = missing; left >= FRAME; left -= FRAME) {
      const isLast = left < 2 * FRAME;
      const made = isLast
        ? this.#decode(data, { decodeFec: true, frameSize: FRAME })
        : this.#decode(null, { frameSize: FRAME });
      this.#write(made ?? new Int16Array(FRAME));
    }
  }

  /** Null when it is not Opus. */
  #decode(
    data: Uint8Array | null,
    options?: { decodeFec?: boolean; frameSize?: number },
  ): Int16Array | null {
    const passedOver = this.#passedOver;
    this.#passedOver = undefined;
    try {
      // The decoder continues with the last comfort noise of the encoder.
      if (passedOver) this.#decoder.decode(passedOver);
      return this.#decoder.decode(data, options);
    } catch {
      return null;
    }
  }

  #write(samples: Int16Array): void {
    this.#sink.write(samples);
    this.#next += samples.length;
    this.#soundUntil = this.#next;
    this.#pace.add(samples.length / SAMPLES_PER_MS, this.#heardAtMs);
  }

  #silence(samples: number): void {
    const whole = Math.round(samples);
    this.#sink.writeSilence(whole);
    this.#next += whole;
  }

  #sampleAt(ms: number): number {
    return (ms - this.#sinceMs) * SAMPLES_PER_MS;
  }

  /** The unwrapped time of the sender's clock, in our samples. */
  #sentSamples(timestamp: number): number {
    this.#sentTicks = nearestCount(timestamp, this.#sentTicks ?? timestamp, WRAP);
    return this.#sentTicks / TICKS_A_SAMPLE;
  }
}

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
