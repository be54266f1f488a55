import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWav } from '../../../dev/world/media/talker.ts';
import { speechModelDir, testSpeechPath, vadModelPath } from '../../../setup/places.mjs';
import type { RecognizerHealth } from '../../core/ports.ts';
import type { RecognizerOptions } from './recognizer-options.ts';
import { faultOf } from './model-fault.ts';
import { type Recognizer, startRecognizer } from './recognizer.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

let folder: string;

let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-recognizer-'));
  path = join(folder, 'human.pcm');
  const { samples } = readWav(testSpeechPath('two_cities'));
  const spool = Int16Array.from(
    { length: Math.floor(samples.length / 3) },
    (_, i) => ((samples[3 * i] ?? 0) + (samples[3 * i + 1] ?? 0) + (samples[3 * i + 2] ?? 0)) / 3,
  );
  await writeFile(path, Buffer.from(spool.buffer));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function withRecognizer<T>(
  work: (recognizer: Recognizer, health: () => RecognizerHealth) => Promise<T>,
  options: Partial<RecognizerOptions> = {},
  onOk: (recognizer: Recognizer) => void = () => {},
): Promise<T> {
  const recognizer: Recognizer = startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
    ...options,
    onHealth: (health) => health.status === 'ok' && onOk(recognizer),
  });
  try {
    return await work(recognizer, () => recognizer.health());
  } finally {
    await recognizer.stop();
  }
}

describe('a model that cannot be used', () => {
  it.each(['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'])(
    'is named when %s is damaged, and what to do is said',
    async (file) => {
      const modelDir = join(folder, file, 'moonshine-tiny-en');
      await mkdir(modelDir, { recursive: true });
      for (const name of ['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'])
        await copyFile(join(speechModelDir(), name), join(modelDir, name));
      await truncate(join(modelDir, file), 100_000);
      await withRecognizer(
        async (_recognizer, health) => {
          await vi.waitFor(() => expect(health().status).toBe('unavailable'), { timeout: 20_000 });
          expect(health().detail).toContain(join(modelDir, file));
          expect(health().detail).toContain('npm start');
        },
        { modelDir },
      );
    },
  );

  it('is named when it is missing', async () => {
    await withRecognizer(
      async (_recognizer, health) => {
        await vi.waitFor(
          () =>
            expect(health()).toMatchObject({
              status: 'unavailable',
              detail: expect.stringContaining('holds no usable speech model'),
            }),
          {
            timeout: 20_000,
          },
        );
      },
      { modelDir: join(folder, 'nowhere') },
    );
  });
});

it('a model that needs sherpa-onnx names the package to install when it is missing', () => {
  expect(faultOf({ kind: 'sherpa-missing' }, '/models/whisper')).toContain(
    'npm install --no-save sherpa-onnx-node',
  );
});
