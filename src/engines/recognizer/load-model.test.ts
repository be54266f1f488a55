// Folders of other kinds, loaded and decoded by sherpa-onnx itself. Their weights are none: they
// say "one" whatever they hear.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { constantParakeet, constantZipformer } from '../../../dev/world/speech/constant-models.ts';
import { vadModelPath } from '../../../setup/places.mjs';
import { whisperLanguage } from './load-model.ts';
import { startRecognizer } from './recognizer.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-models-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8', constantParakeet, 320],
  ['sherpa-onnx-streaming-zipformer-2023-02-21', constantZipformer, 40],
])('%s is found, measured, named at the start, and decodes', async (name, make, wordMs) => {
  await make(join(folder, name));
  const path = join(folder, 'track.pcm');
  const seconds = 4;
  await writeFile(path, Buffer.alloc(seconds * 32_000, 'hum'));
  const said: string[] = [];
  const log = { ...silentLog, info: (message: string) => void said.push(message) };
  const recognizer = startRecognizer({
    modelDir: join(folder, name),
    vadPath: vadModelPath(),
    log,
  });
  try {
    const { text } = await recognizer.transcribe({
      meetingRef: 'mtg_1',
      trackRef: 'trk_1',
      path,
      fromSample: 0,
      toSample: seconds * 16_000,
    });
    expect(recognizer.health()).toEqual({ status: 'ok', detail: null });
    expect(recognizer.engine.model).toBe(name);
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`^speech model ${name}: \\d\\.\\d{3} s of work for a second of speech$`),
      ),
    ]);
    expect(new Set(text.split(' '))).toEqual(new Set(['one']));
    // Up to a frame's or a chunk's length at the end.
    const words = text.split(' ').length;
    expect(words).toBeGreaterThanOrEqual(((seconds - 0.5) * 1000) / wordMs);
    expect(words).toBeLessThanOrEqual(((seconds + 1) * 1000) / wordMs);
  } finally {
    await recognizer.stop();
  }
});

it.each([
  ['en', 'en'],
  ['de-AT', 'de'],
  ['PT-br', 'pt'],
  ['nb-NO', 'no'],
  ['haw', 'haw'],
  // Unknown, or known to the largest models only: the model finds out by itself.
  ['yue', ''],
  ['tlh', ''],
  ['', ''],
  [null, ''],
])('the language %j is %j for Whisper', (tag, expected) => {
  expect(whisperLanguage(tag)).toBe(expected);
});
