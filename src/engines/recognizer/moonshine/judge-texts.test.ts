import { beforeAll, expect, it } from 'vitest';
import { readWav } from '../../../../dev/world/media/talker.ts';
import { speechModelDir, testSpeechPath, testSpeechTable } from '../../../../setup/places.mjs';
import { findModel } from '../find-model.ts';
import { type DecodeTogether, loadMoonshine } from './moonshine.ts';

const SECOND = 16_000;
const WIDTH = 4;
const NAMES = ['Kowalczyk', 'Wojciechowski', 'Solveig', 'Okonkwo', 'Redisphere', 'Beaumont'];

let decode: DecodeTogether;
let human: Float32Array;

beforeAll(async () => {
  const model = findModel(speechModelDir());
  if (model?.files.kind !== 'moonshine') throw new Error('the embedded model is not there');
  decode = await loadMoonshine(model.files, model.tokens);
  const { samples } = readWav(testSpeechPath('two_cities'));
  const from = testSpeechTable().leadSilenceSeconds * SECOND;
  human = Float32Array.from(
    { length: 5 * SECOND },
    (_, i) => (samples[3 * (from + i)] ?? 0) / 32_768,
  );
}, 60_000);

it('names that nobody says leave a person’s words as they were recognized', async () => {
  const [plain] = await decode([{ samples: human, isSpeech: true }], WIDTH);
  expect(plain).toMatch(/best of times/i);
  expect(await decode([{ samples: human, isSpeech: true, terms: NAMES }], WIDTH)).toEqual([plain]);
}, 60_000);

it('a term of common words replaces nothing that was recognized', async () => {
  const [plain = ''] = await decode([{ samples: human, isSpeech: true }], WIDTH);
  const terms = ['worst of times', 'rest of time'];
  expect(await decode([{ samples: human, isSpeech: true, terms }], WIDTH)).toEqual([plain]);
}, 60_000);
