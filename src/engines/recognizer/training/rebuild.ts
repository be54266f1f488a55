// Rebuilds the sound network from the repository: node src/engines/recognizer/training/rebuild.ts [--write]
// Needs the embedded speech model, Python 3.11 and Debian's flite 2.2. What it makes lies in
// ~/.cache/parley/training/sounds; only --write changes the shipped file.
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir, speechModelDir } from '../../../../setup/places.mjs';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import { findModel } from '../find-model.ts';
import { loadEncoder } from '../moonshine/encoder.ts';
import { soundsOf } from '../moonshine/sound-distance.ts';
import { randomNumbers, type Sentence, sentencesToSpeak } from './sentences.ts';

const NETWORK = 'sounds.onnx';
/** What the decoder takes; and no sentence is shorter. */
const SAMPLES = { min: 8_000, max: 9 * 16_000 };
const HEADER_BYTES = 44;
const FULL_SCALE = 32_768;
/** Silence before and after, as around an utterance. */
const PAD_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
const MAX_SOFTER_DB = 16;
const NOISY = 0.5;
const MAX_NOISE = 0.003;

const here = fileURLToPath(new URL('.', import.meta.url));
const made = join(cacheDir(), 'training', 'sounds');

await rebuild(process.argv.includes('--write'));

async function rebuild(write: boolean): Promise<void> {
  mkdirSync(made, { recursive: true });
  if (!existsSync(join(made, 'complete'))) await speakAndEncode();
  execFileSync(pinnedPython(), [join(here, 'train.py'), made, join(made, NETWORK)], {
    stdio: 'inherit',
  });
  if (write)
    copyFileSync(
      join(made, NETWORK),
      fileURLToPath(new URL(`../weights/${NETWORK}`, import.meta.url)),
    );
}

/** The encoder's states of each sentence in half precision, and a line with its frames and sounds. */
async function speakAndEncode(): Promise<void> {
  const states = join(made, 'states.f16');
  const lines = join(made, 'sentences.jsonl');
  for (const file of [states, lines]) rmSync(file, { force: true });
  const encode = await loadEncoder(encoderPath());
  const random = randomNumbers(11);
  const sentences = sentencesToSpeak();
  const spoken = (i: number): Promise<Float32Array> | undefined => {
    const sentence = sentences[i];
    return sentence && speak(sentence, random, join(made, `${i % 2}.wav`));
  };
  let next = spoken(0);
  for (const [i, { text }] of sentences.entries()) {
    const samples = await next;
    // The next one is spoken while this one is encoded.
    next = spoken(i + 1);
    if (!samples || samples.length < SAMPLES.min || samples.length > SAMPLES.max) continue;
    const { data, dims } = await encode(samples);
    const half = Float16Array.from(data as Float32Array);
    appendFileSync(states, new Uint8Array(half.buffer));
    const line = { frames: dims[1], width: dims[2], sounds: [...soundsOf(text)] };
    appendFileSync(lines, `${JSON.stringify(line)}\n`);
  }
  writeFileSync(join(made, 'complete'), '');
}

/**
 * 16 kHz samples as the recognizer hears them: faster and higher or slower and lower, softer, with noise. `file` is
 * overwritten.
 */
async function speak(
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

function encoderPath(): string {
  const model = findModel(speechModelDir());
  if (model?.files.kind !== 'moonshine')
    throw new Error(`Run npm start first: there is no model in ${speechModelDir()}`);
  return model.files.encoder;
}

/** An environment of its own with the releases of requirements.txt. */
function pinnedPython(): string {
  const folder = join(made, 'python');
  const python = join(folder, 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '-r', join(here, 'requirements.txt')];
  execFileSync(python, pip, { stdio: 'inherit' });
  return python;
}
