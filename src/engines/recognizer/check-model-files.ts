import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const EMBEDDED_MODEL = 'moonshine-tiny-en';

// The files that set-up puts in place (setup/steps/speech-model.mjs). 45 MB are hashed in 0.1 s.
const sha256Of: Record<string, string> = {
  [`${EMBEDDED_MODEL}/encoder_model.ort`]:
    '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
  [`${EMBEDDED_MODEL}/decoder_model_merged.ort`]:
    'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
  [`${EMBEDDED_MODEL}/tokens.txt`]:
    'f54e77f883a89fbd74daa7d9645bbf889a00af3974f4f1821d46d95b6cac0154',
  'silero_vad.onnx': '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
};

export type UnusableFile = { path: string; detail: 'missing' | 'empty' | 'damaged' };

/** The first unusable file. For a model of the operator's own, only its presence is checked, not its content. */
export function findUnusableFile(paths: readonly string[]): UnusableFile | null {
  for (const path of paths) {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return { path, detail: 'missing' };
    if (size === 0) return { path, detail: 'empty' };
    const expected =
      sha256Of[`${basename(dirname(path))}/${basename(path)}`] ?? sha256Of[basename(path)];
    if (
      expected !== undefined &&
      expected !== createHash('sha256').update(readFileSync(path)).digest('hex')
    )
      return { path, detail: 'damaged' };
  }
  return null;
}
