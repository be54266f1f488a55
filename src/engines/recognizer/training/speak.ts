// Sentences as the recognizer hears them: spoken by flite, faster and higher or slower and lower, softer, with noise.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import type { Sentence } from './sentences.ts';

const HEADER_BYTES = 44;
const FULL_SCALE = 32_768;
/** Silence before and after, as around an utterance. */
const PAD_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
const MAX_SOFTER_DB = 16;
const NOISY = 0.5;
const MAX_NOISE = 0.003;

/** 16 kHz samples. `file` is overwritten. */
export async function speak(
  { text, voice, speed }: Sentence,
  random: () => number,
  file: string,
): Promise<Float32Array> {
  await promisify(execFile)('flite', ['-voice', voice, '-t', text, '-o', file]);
  const spoken = atSpeed(samplesOf(await readFile(file)), speed);
  const gain = 10 ** ((-random() * MAX_SOFTER_DB) / 20);
  const noise = random() < NOISY ? random() * MAX_NOISE : 0;
  const samples = new Float32Array(spoken.length + 2 * PAD_SAMPLES);
  samples.set(spoken, PAD_SAMPLES);
  return samples.map((sample) => gain * sample + noise * (2 * random() - 1));
}

function samplesOf(wav: Buffer): Float32Array {
  const length = (wav.length - HEADER_BYTES) >> 1;
  return Float32Array.from(
    { length },
    (_, i) => wav.readInt16LE(HEADER_BYTES + 2 * i) / FULL_SCALE,
  );
}

/** Linear interpolation: the voice becomes another one. */
function atSpeed(samples: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor((samples.length - 1) / speed) }, (_, i) => {
    const at = Math.floor(i * speed);
    const share = i * speed - at;
    return (1 - share) * (samples[at] ?? 0) + share * (samples[at + 1] ?? 0);
  });
}
