// The sound for a guest's microphone: clips with pauses between them, louder or softer, with noise.
import { toGuestWav } from '../../setup/wav.mjs';

const HEADER_BYTES = 44;
const RATE_HZ = 48_000;
/** 10 ms, the frame size of browsers. */
const FRAME = RATE_HZ / 100;
/** Time for a page to open its microphone and to be in the room. */
export const LEAD_SECONDS = 12;
/** Long enough that each clip is an utterance of its own. */
const PAUSE_SECONDS = 1.2;
const BABBLING = 6;
/** Frames this much softer than the loud ones contain no speech. */
const SPEECH_DB = -25;
const PAUSE_DB = -45;
/** Below this, nothing is audible. */
const FLOOR_DB = -70;
const MAX_LATE_FRAMES = 300;
/** This far from speech, it has died away. */
const AROUND_FRAMES = 25;

export type Noise = 'none' | 'pink' | 'babble';
export type Sound = { gainDb: number; noise: Noise; noiseDb: number };

export type Played = {
  wav: Uint8Array;
  seconds: number;
  /** Mean square of each 10 ms of the speech without the noise. */
  speech: number[];
};

export function playedSound(clips: readonly Uint8Array[], sound: Sound): Played {
  const wav = wavOf(clips, LEAD_SECONDS, PAUSE_SECONDS);
  const samples = new Int16Array(wav.buffer, HEADER_BYTES);
  const gain = 10 ** (sound.gainDb / 20);
  const speech = squares(samples);
  const noise = noiseOf(sound.noise, samples);
  const share = level(speech, isSpeech(speech)) / 10 ** (sound.noiseDb / 10);
  const noiseGain =
    sound.noise === 'none' ? 0 : Math.sqrt(share / level(squares(noise), () => true));
  for (const [i, sample] of samples.entries()) {
    const mixed = gain * (sample + noiseGain * (noise[i] ?? 0));
    samples[i] = Math.max(-32_768, Math.min(32_767, Math.round(mixed)));
  }
  return { wav, seconds: samples.length / RATE_HZ, speech };
}

function wavOf(
  clips: readonly Uint8Array[],
  leadSilenceSeconds = 0,
  pauseSeconds = 0,
): Uint8Array<ArrayBuffer> {
  const how = { sampleRateHz: RATE_HZ, leadSilenceSeconds, pauseSeconds };
  return Uint8Array.from(toGuestWav(clips, how));
}

/** A WAV of 48 kHz. */
export function wavOfSamples(samples: Int16Array): Uint8Array {
  const silence = wavOf([], samples.length / RATE_HZ);
  new Int16Array(silence.buffer, HEADER_BYTES).set(samples);
  return silence;
}

/** Mean square of each 10 ms, of full scale. */
function squares(samples: ArrayLike<number>): number[] {
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) => {
    let sum = 0;
    for (let i = frame * FRAME; i < (frame + 1) * FRAME; i++)
      sum += ((samples[i] ?? 0) / 32_768) ** 2;
    return sum / FRAME;
  });
}

function noiseOf(kind: Noise, samples: Int16Array): Float32Array {
  if (kind === 'pink') return pink(samples.length);
  if (kind === 'babble') return babble(samples);
  return new Float32Array(samples.length);
}

/** Like a fan: three first-order filters over white noise fall by about 3 dB per octave. */
function pink(length: number): Float32Array {
  const random = randomNumbers(1);
  const poles = [
    [0.99765, 0.099],
    [0.963, 0.29652],
    [0.57, 1.05269],
  ] as const;
  const states = poles.map(() => 0);
  return Float32Array.from({ length }, () => {
    const white = random() * 2 - 1;
    poles.forEach(([pole, weight], i) => (states[i] = pole * (states[i] ?? 0) + weight * white));
    return states.reduce((sum, one) => sum + one, 0.1848 * white);
  });
}

/** Several of the same voices at once, reversed so that they contain no words. */
function babble(samples: Int16Array): Float32Array {
  const talk = samples.subarray(LEAD_SECONDS * RATE_HZ).toReversed();
  const random = randomNumbers(2);
  const from = Array.from({ length: BABBLING }, () => Math.floor(random() * talk.length));
  return Float32Array.from(samples, (_, i) =>
    from.reduce((sum, at) => sum + (talk[(at + i) % talk.length] ?? 0), 0),
  );
}

/** The same from run to run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function level(frames: readonly number[], counts: (frame: number) => boolean): number {
  const some = frames.filter((_, frame) => counts(frame));
  return some.reduce((sum, one) => sum + one, 0) / Math.max(1, some.length);
}

const decibels = (power: number): number => 10 * Math.log10(Math.max(power, 1e-10));

function loudLevel(speech: readonly number[]): number {
  return decibels(speech.toSorted((a, b) => b - a)[Math.floor(speech.length / 10)] ?? 0);
}

function isSpeech(speech: readonly number[]): (frame: number) => boolean {
  const bound = loudLevel(speech) + SPEECH_DB;
  return (frame) => decibels(speech[frame] ?? 0) > bound;
}

/** The speaker's silence after the first words: until then, processing may still adapt. */
function isPause(speech: readonly number[]): (frame: number) => boolean {
  const bound = loudLevel(speech) + PAUSE_DB;
  const speaks = isSpeech(speech);
  const first = speech.findIndex((_, frame) => speaks(frame));
  return (frame) =>
    frame > first &&
    speech
      .slice(Math.max(0, frame - AROUND_FRAMES), frame + AROUND_FRAMES)
      .every((one) => decibels(one) < bound);
}

/** dB of full scale of the speech and of the pauses in what was received. */
export function receivedLevels(
  speech: readonly number[],
  sound: Int16Array,
): { speechDb: number; pauseDb: number } {
  const received = squares(sound);
  const shift = bestShift(speech, received);
  const moved = speech.map((_, frame) => received[frame + shift] ?? 0);
  return {
    speechDb: decibels(level(moved, isSpeech(speech))),
    pauseDb: decibels(level(moved, isPause(speech))),
  };
}

/** Frames by which the received sound is late; it may have begun after the played one. */
function bestShift(speech: readonly number[], received: readonly number[]): number {
  const said = centered(speech);
  const heard = centered(received);
  let best = 0;
  let most = -Infinity;
  for (let shift = -LEAD_SECONDS * 100; shift <= MAX_LATE_FRAMES; shift++) {
    let sum = 0;
    for (const [frame, one] of said.entries()) sum += one * (heard[frame + shift] ?? 0);
    if (sum > most) [best, most] = [shift, sum];
  }
  return best;
}

function centered(frames: readonly number[]): number[] {
  const levels = frames.map((power) => Math.max(FLOOR_DB, decibels(power)));
  const mean = levels.reduce((sum, one) => sum + one, 0) / Math.max(1, levels.length);
  return levels.map((one) => one - mean);
}
