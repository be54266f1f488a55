import type { ScannedWindows } from '../../../core/ports.ts';
import { INAUDIBLE_LEVEL, isWithin, WINDOW_SAMPLES } from '../../../core/sound.ts';
import { newVoiceState, type VoiceState, type VoiceModel } from './silero-model.ts';

/** The sound before the range that the detector reads first, if it has not processed the samples just before. */
const WARM_UP_WINDOWS = 31;
/** Tracks whose state is kept, 3 KB each. For others, the second before the range is processed again. */
const MAX_TRACKS = 2_000;
const THRESHOLD = 0.4;
/** With this threshold the detector reports speech only when it is nearly certain. */
const CLEAR_SPEECH_THRESHOLD = 0.75;

/** Reads samples [from, to) of the track. */
export type ReadTrack = (fromSample: number, toSample: number) => Float32Array;

type Voice = { state: VoiceState; hysteresis: Hysteresis; nextSample: number };
/** `voice` null: nothing to detect. The first `before` windows are only warm-up. */
export type Scan = {
  voice: Voice | null;
  windows: readonly Float32Array[];
  before: number;
  isSilent: boolean;
  found: ScannedWindows;
};

/** Keeps a state per track, so that each window is processed once and in order. */
export class VoiceDetectors {
  readonly #model: VoiceModel;
  // In order of use: the least recently used is first.
  readonly #byTrack = new Map<string, Voice>();

  constructor(model: VoiceModel) {
    this.#model = model;
  }

  /** The whole windows of [from, to) to process. Throws when the file cannot be read. */
  begin(trackRef: string, read: ReadTrack, fromSample: number, toSample: number): Scan {
    const samples = read(fromSample, toSample);
    const windows = windowsOf(samples);
    const found = {
      speech: new Uint8Array(windows.length),
      level: new Float32Array(windows.length),
    };
    const isSilent = isInaudible(samples);
    if (isSilent && windows.length >= WARM_UP_WINDOWS) {
      this.#byTrack.delete(trackRef);
      return { voice: null, windows: [], before: 0, isSilent, found };
    }
    const known = this.#byTrack.get(trackRef);
    const continues = known?.nextSample === fromSample;
    const warmUp = continues ? [] : warmUpWindows(read, fromSample);
    const voice = continues
      ? known
      : { state: newVoiceState(), hysteresis: NO_SPEECH, nextSample: fromSample };
    voice.nextSample = fromSample + windows.length * WINDOW_SAMPLES;
    this.#remember(trackRef, voice);
    return { voice, windows: [...warmUp, ...windows], before: warmUp.length, isSilent, found };
  }

  /** Speech and level of each window, the first windows of all tracks together, then the second ones. */
  async detect(scans: readonly Scan[]): Promise<ScannedWindows[]> {
    const most = Math.max(0, ...scans.map(({ windows }) => windows.length));
    for (let at = 0; at < most; at++) {
      const next = scans.flatMap(({ voice, windows, before, isSilent, found }) => {
        const window = windows[at];
        return voice && window
          ? [{ voice, state: voice.state, window, at: at - before, isSilent, found }]
          : [];
      });
      const likely = await this.#model.detect(next);
      for (const [i, { voice, window, at: into, isSilent, found }] of next.entries()) {
        const likelihood = likely[i] ?? null;
        if (likelihood !== null)
          voice.hysteresis = nextHysteresis(voice.hysteresis, likelihood, THRESHOLD);
        if (into < 0) continue;
        // The detector's speech probability decays over some windows.
        found.speech[into] = voice.hysteresis.isSpeech && !isSilent ? 1 : 0;
        found.level[into] = rootMeanSquare(window);
      }
    }
    return scans.map(({ found }) => found);
  }

  #remember(trackRef: string, voice: Voice): void {
    this.#byTrack.delete(trackRef);
    this.#byTrack.set(trackRef, voice);
    const [oldest] = this.#byTrack.keys();
    if (this.#byTrack.size > MAX_TRACKS && oldest !== undefined) this.#byTrack.delete(oldest);
  }
}

/** Whether the sound certainly contains speech. */
export async function isClearSpeech(model: VoiceModel, samples: Float32Array): Promise<boolean> {
  const state = newVoiceState();
  let hysteresis = NO_SPEECH;
  for (const window of windowsOf(samples)) {
    const [likelihood = null] = await model.detect([{ state, window }]);
    if (likelihood !== null)
      hysteresis = nextHysteresis(hysteresis, likelihood, CLEAR_SPEECH_THRESHOLD);
    if (hysteresis.isSpeech) return true;
  }
  return false;
}

function warmUpWindows(read: ReadTrack, toSample: number): Float32Array[] {
  const samples = read(Math.max(0, toSample - WARM_UP_WINDOWS * WINDOW_SAMPLES), toSample);
  // A new detector is in the same state as after silence.
  return isInaudible(samples) ? [] : windowsOf(samples.subarray(samples.length % WINDOW_SAMPLES));
}

function windowsOf(samples: Float32Array): Float32Array[] {
  const count = Math.floor(samples.length / WINDOW_SAMPLES);
  return Array.from({ length: count }, (_, i) =>
    samples.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES),
  );
}

/**
 * Muted people and empty rooms cost nothing. Gaps between words are heard: to forget a track and
 * warm up again costs more.
 */
function isInaudible(samples: Float32Array): boolean {
  return isWithin(samples, INAUDIBLE_LEVEL);
}

function rootMeanSquare(window: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < window.length; i++) {
    const sample = window[i] ?? 0;
    sum += sample * sample;
  }
  return Math.sqrt(sum / window.length);
}

/** `changingFor`: windows since the first that indicated a change; null when none does. */
export type Hysteresis = { isSpeech: boolean; changingFor: number | null };

/** A cough is not speech, and a consonant is not a pause: either takes this many windows (0.064 s). */
const LASTING_WINDOWS = 2;
/** Speech that has begun continues at a lower probability. */
const LENIENCE = 0.15;

export const NO_SPEECH: Hysteresis = { isSpeech: false, changingFor: null };
const SPEECH: Hysteresis = { isSpeech: true, changingFor: null };

export function nextHysteresis(
  { isSpeech, changingFor }: Hysteresis,
  likelihood: number,
  threshold: number,
): Hysteresis {
  const isLikely = likelihood > threshold;
  if (isLikely === isSpeech) return isSpeech ? SPEECH : NO_SPEECH;
  // Neither speech nor its end: a change in progress continues.
  if (isSpeech && likelihood > threshold - LENIENCE)
    return { isSpeech, changingFor: changingFor === null ? null : changingFor + 1 };
  if (changingFor === null) return { isSpeech, changingFor: 0 };
  return changingFor + 1 >= LASTING_WINDOWS
    ? isSpeech
      ? NO_SPEECH
      : SPEECH
    : { isSpeech, changingFor: changingFor + 1 };
}
