import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { withRecognizer } from '../../../dev/world/speech/human-speech.ts';
import { speechModelDir } from '../../../setup/places.mjs';
import { faultOf } from './model-fault.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-recognizer-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a model that cannot be used', { timeout: 90_000 }, () => {
  it.each(['encoder_model.int8.onnx', 'decoder_model_merged.int8.onnx', 'tokens.txt'])(
    'is named when %s is damaged, with what to do',
    async (file) => {
      const modelDir = join(folder, file);
      await cp(speechModelDir(), modelDir, { recursive: true });
      await truncate(join(modelDir, file), 100_000);
      await withRecognizer(
        async (recognizer) => {
          await vi.waitFor(() => expect(recognizer.health().status).toBe('unavailable'), {
            timeout: 60_000,
          });
          expect(recognizer.health().detail).toContain(join(modelDir, file));
          expect(recognizer.health().detail).toContain('npm start');
        },
        { modelDir },
      );
    },
  );

  it('is named when it is missing', async () => {
    await withRecognizer(
      async (recognizer) => {
        await vi.waitFor(
          () =>
            expect(recognizer.health()).toMatchObject({
              status: 'unavailable',
              detail: expect.stringContaining('holds no usable speech model'),
            }),
          {
            timeout: 60_000,
          },
        );
      },
      { modelDir: join(folder, 'nowhere') },
    );
  });
});

it('a model that needs sherpa-onnx names the package to install when it is missing', () => {
  expect(faultOf({ kind: 'sherpa-missing' }, '/models/whisper')).toContain(
    'npm install --no-save --save-prod --omit=dev sherpa-onnx-node',
  );
});
