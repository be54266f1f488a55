// A reader's recording as a spool file, and the recognizer with the embedded model.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  speechModelDir,
  testSpeechPath,
  testSpeechTable,
  vadModelPath,
} from '../../../setup/places.mjs';
import type { SpoolRange } from '../../../src/core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../../src/core/sound.ts';
import type { RecognizerOptions } from '../../../src/engines/recognizer/supervisor/recognizer-child.ts';
import { type Recognizer, startRecognizer } from '../../../src/engines/recognizer/recognizer.ts';
import { silentLog } from '../clock-and-log.ts';
import { readWav } from '../media/talker.ts';

const RANGES = 6;
const RANGE_SECONDS = 7;

export type HumanSpeech = {
  folder: string;
  path: string;
  /** Silence before the first word. */
  leadSamples: number;
  /** Six ranges of 7 s from the beginning of the speech. */
  ranges: SpoolRange[];
  remove(): Promise<void>;
};

export async function spoolHumanSpeech(): Promise<HumanSpeech> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-recognizer-'));
  const path = join(folder, 'human.pcm');
  const { samples } = readWav(testSpeechPath('two_cities'));
  const spool = Int16Array.from(
    { length: Math.floor(samples.length / 3) },
    (_, i) => ((samples[3 * i] ?? 0) + (samples[3 * i + 1] ?? 0) + (samples[3 * i + 2] ?? 0)) / 3,
  );
  await writeFile(path, Buffer.from(spool.buffer));
  const leadSamples = testSpeechTable().leadSilenceSeconds * SAMPLE_RATE_HZ;
  const ranges = Array.from({ length: RANGES }, (_, i) => ({
    meetingRef: 'mtg_1',
    trackRef: 'trk_1',
    path,
    fromSample: leadSamples + i * RANGE_SECONDS * SAMPLE_RATE_HZ,
    toSample: leadSamples + (i + 1) * RANGE_SECONDS * SAMPLE_RATE_HZ,
  }));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, path, leadSamples, ranges, remove };
}

export function embeddedRecognizer(options: Partial<RecognizerOptions> = {}): Recognizer {
  return startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
    ...options,
  });
}

export async function withRecognizer<T>(
  work: (recognizer: Recognizer) => Promise<T>,
  options: Partial<RecognizerOptions> = {},
): Promise<T> {
  const recognizer = embeddedRecognizer(options);
  try {
    return await work(recognizer);
  } finally {
    await recognizer.stop();
  }
}
