import sherpa, { type Vad } from 'sherpa-onnx-node';
import { INAUDIBLE_PEAK, SAMPLE_RATE_HZ, WINDOW_SAMPLES } from '../../core/sound.ts';

/** How much before the range the detector hears, when it did not hear the samples just before. */
const WARM_UP_WINDOWS = 31;
/**
 * Each costs about 8 MB and 0.1 s to make. More people than this whose microphones hear something cost several times the work,
 * since a detector that changes hands has to hear the second before again.
 */
const MAX_DETECTORS = 48;
/** The detector keeps speech that goes on, which nobody asks it for; it grows by itself. */
const KEPT_SECONDS = 8;

/** Muted people and empty rooms cost nothing. Gaps between words are heard: to let a detector go and warm it up again costs more. */
const FAINT = INAUDIBLE_PEAK / 32_768;

export type Windows = { speech: Uint8Array; level: Float32Array };
/** Reads samples [from, to) of the track. */
export type ReadTrack = (fromSample: number, toSample: number) => Float32Array;

type Detector = { vad: Vad; nextSample: number };

export function createVad(modelPath: string, threshold: number): Vad {
  const sileroVad = {
    model: modelPath,
    threshold,
    minSilenceDuration: 0.064,
    minSpeechDuration: 0.064,
    windowSize: WINDOW_SAMPLES,
    maxSpeechDuration: 3600,
  };
  return new sherpa.Vad({ sileroVad, sampleRate: SAMPLE_RATE_HZ, numThreads: 1 }, KEPT_SECONDS);
}

/** Keeps one voice detector a track, so that each window is heard once and in order. */
export class VoiceDetectors {
  readonly #modelPath: string;
  readonly #idle: Vad[] = [];
  // In order of use: the first is the one longest unused.
  readonly #byTrack = new Map<string, Detector>();

  constructor(modelPath: string) {
    this.#modelPath = modelPath;
    this.#idle.push(createVad(modelPath, 0.4));
  }

  /** Speech and level of each whole window in [from, to). */
  scan(trackRef: string, read: ReadTrack, fromSample: number, toSample: number): Windows {
    const samples = read(fromSample, toSample);
    const count = Math.floor(samples.length / WINDOW_SAMPLES);
    const windows = { speech: new Uint8Array(count), level: new Float32Array(count) };
    const isSilent = isFaint(samples);
    if (isSilent && count >= WARM_UP_WINDOWS) {
      this.forget(trackRef);
      return windows;
    }
    const detector = this.#detectorAt(trackRef, read, fromSample);
    for (let i = 0; i < count; i++) {
      const window = samples.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES);
      // The detector lets speech ring on for some windows.
      windows.speech[i] = hear(detector.vad, window) && !isSilent ? 1 : 0;
      windows.level[i] = rootMeanSquare(window);
    }
    detector.nextSample = fromSample + count * WINDOW_SAMPLES;
    return windows;
  }

  forget(trackRef: string): void {
    const detector = this.#byTrack.get(trackRef);
    if (!detector) return;
    this.#byTrack.delete(trackRef);
    this.#idle.push(detector.vad);
  }

  #detectorAt(trackRef: string, read: ReadTrack, fromSample: number): Detector {
    const known = this.#byTrack.get(trackRef);
    if (known && known.nextSample === fromSample) {
      this.#byTrack.delete(trackRef);
      this.#byTrack.set(trackRef, known);
      return known;
    }
    this.forget(trackRef);
    const detector = { vad: this.#takeVad(), nextSample: fromSample };
    detector.vad.reset();
    const warmUp = read(Math.max(0, fromSample - WARM_UP_WINDOWS * WINDOW_SAMPLES), fromSample);
    // A detector that is new is as one that heard silence.
    for (let i = isFaint(warmUp) ? warmUp.length : warmUp.length % WINDOW_SAMPLES; i < warmUp.length; i += WINDOW_SAMPLES)
      hear(detector.vad, warmUp.subarray(i, i + WINDOW_SAMPLES));
    this.#byTrack.set(trackRef, detector);
    return detector;
  }

  #takeVad(): Vad {
    const [oldest] = this.#byTrack.keys();
    if (this.#idle.length === 0 && this.#byTrack.size >= MAX_DETECTORS && oldest !== undefined) this.forget(oldest);
    return this.#idle.pop() ?? createVad(this.#modelPath, 0.4);
  }
}

/** Feeds one window; whether speech is going on after it. */
export function hear(vad: Vad, window: Float32Array): boolean {
  vad.acceptWaveform(window);
  while (!vad.isEmpty()) vad.pop();
  return vad.isDetected();
}

function isFaint(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] ?? 0) > FAINT) return false;
  return true;
}

function rootMeanSquare(window: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < window.length; i++) {
    const sample = window[i] ?? 0;
    sum += sample * sample;
  }
  return Math.sqrt(sum / window.length);
}
