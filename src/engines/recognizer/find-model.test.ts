import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechModelDir } from '../../../setup/places.mjs';
import { findModel, pathsOf } from './find-model.ts';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'parley-models-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

async function folder(name: string, files: readonly string[]): Promise<string> {
  const path = join(root, name);
  await mkdir(path);
  for (const file of files) await writeFile(join(path, file), '');
  return path;
}

describe('a model folder', () => {
  it.each([
    [
      'moonshine-base-en',
      'moonshine',
      ['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'],
    ],
    [
      'moonshine-v1',
      'moonshine-v1',
      [
        'preprocess.onnx',
        'encode.int8.onnx',
        'uncached_decode.int8.onnx',
        'cached_decode.int8.onnx',
        'tokens.txt',
      ],
    ],
    [
      'whisper-base',
      'whisper',
      [
        'base-encoder.int8.onnx',
        'base-decoder.int8.onnx',
        'base-encoder.onnx',
        'base-decoder.onnx',
        'base-tokens.txt',
      ],
    ],
    [
      'parakeet-tdt-0.6b-v3',
      'nemo-transducer',
      ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
    ],
    [
      'zipformer-en',
      'streaming-transducer',
      [
        'encoder-epoch-99-avg-1-chunk-16-left-128.onnx',
        'decoder-epoch-99-avg-1-chunk-16-left-128.onnx',
        'joiner-epoch-99-avg-1-chunk-16-left-128.onnx',
        'tokens.txt',
      ],
    ],
  ])('%s is %s', async (name, kind, files) => {
    const found = findModel(await folder(name, files));
    expect([found?.name, found?.files.kind]).toEqual([name, kind]);
    for (const path of found ? pathsOf(found) : []) expect(files).toContain(basename(path));
    if (files.includes('base-encoder.onnx'))
      expect(found && pathsOf(found).filter((path) => path.includes('int8'))).toHaveLength(2);
  });

  it('of another kind, empty or missing holds none', async () => {
    expect(findModel(await folder('other', ['model.onnx', 'tokens.txt']))).toBeNull();
    expect(
      findModel(await folder('no-tokens', ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'])),
    ).toBeNull();
    expect(findModel(join(root, 'nowhere'))).toBeNull();
  });

  it('of set-up is Moonshine', () => {
    expect(findModel(speechModelDir())?.files.kind).toBe('moonshine');
  });
});
