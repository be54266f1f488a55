import { expect, it } from 'vitest';
import { readWav } from '../../../../dev/world/media/talker.ts';
import { speechModelDir, testSpeechPath } from '../../../../setup/places.mjs';
import { findModel } from '../find-model.ts';
import { loadMoonshine } from './moonshine.ts';

const SECOND = 16_000;
/** Ends in the middle of a word: voice, from and to in seconds. */
const ABRUPT = [
  ['plan', 19.256, 20.668],
  ['plan', 19.372, 20.412],
  ['plan', 23.308, 24.308],
  ['plan', 26.728, 28.27],
  ['reply', 8.7, 10.728],
] as const;

it('sound that ends in the middle of a word has no text that repeats itself', async () => {
  const model = findModel(speechModelDir());
  if (model?.files.kind !== 'moonshine') throw new Error('the embedded model is not there');
  const decode = await loadMoonshine(model.files, model.tokens);
  const texts = await decode(
    ABRUPT.map(([voice, from, to]) => ({ samples: soundOf(voice, from, to) })),
    1,
  );
  expect(texts.join(' ')).toMatch(/report/);
  for (const text of texts) expect(text).not.toMatch(/(\b\w+ \w+ \w+\b).*\b\1\b/i);
}, 60_000);

function soundOf(voice: string, from: number, to: number): Float32Array {
  const { samples } = readWav(testSpeechPath(voice));
  const first = Math.round(from * SECOND);
  return Float32Array.from(
    { length: Math.round(to * SECOND) - first },
    (_, i) => (samples[3 * (first + i)] ?? 0) / 32_768,
  );
}
