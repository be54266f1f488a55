// Rebuilds the sound network from the repository: node src/engines/recognizer/training/rebuild.ts [--write]
// Needs the embedded speech model, Python 3.11 and Debian's flite 2.2. What it makes lies in
// ~/.cache/parley/training/sounds; only --write changes the shipped file.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findModel } from '../find-model.ts';
import { loadEncoder } from '../moonshine/encoder.ts';
import { soundsOf } from '../moonshine/sound-distance.ts';
import { randomNumbers, sentencesToSpeak } from './sentences.ts';
import { speak } from './speak.ts';

const MODEL = 'moonshine-base-en';
const NETWORK = 'sounds.onnx';
/** What the decoder takes; and no sentence is shorter. */
const SAMPLES = { min: 8_000, max: 9 * 16_000 };

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = join(homedir(), '.cache', 'parley');
const made = join(cache, 'training', 'sounds');

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

function encoderPath(): string {
  const model = findModel(join(cache, 'models', MODEL));
  if (model?.files.kind !== 'moonshine') throw new Error(`Run npm start first: it gets ${MODEL}`);
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
