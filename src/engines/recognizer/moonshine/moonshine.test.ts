import { beforeAll, expect, it } from 'vitest';
import { readWav } from '../../../../dev/world/media/talker.ts';
import { speechModelDir, testSpeechPath, testSpeechTable } from '../../../../setup/places.mjs';
import { findModel } from '../find-model.ts';
import { type DecodeTogether, loadMoonshine, correctSpelling } from './moonshine.ts';

const SECOND = 16_000;
const WIDTH = 4;
const NAMES = ['Kowalczyk', 'Wojciechowski', 'Solveig', 'Okonkwo', 'Redisphere', 'Beaumont'];
/** Ends in the middle of a word: voice, from and to in seconds. */
const ABRUPT = [
  ['plan', 19.256, 20.668],
  ['plan', 19.372, 20.412],
  ['plan', 23.308, 24.308],
  ['plan', 26.728, 28.27],
  ['reply', 8.7, 10.728],
] as const;

let decode: DecodeTogether;
let human: Float32Array;

beforeAll(async () => {
  const model = findModel(speechModelDir());
  if (model?.files.kind !== 'moonshine') throw new Error('the embedded model is not there');
  decode = await loadMoonshine(model.files, model.tokens);
  const from = testSpeechTable().leadSilenceSeconds;
  human = soundOf('two_cities', from, from + 5);
}, 60_000);

function soundOf(voice: string, from: number, to: number): Float32Array {
  const { samples } = readWav(testSpeechPath(voice));
  const first = Math.round(from * SECOND);
  return Float32Array.from(
    { length: Math.round(to * SECOND) - first },
    (_, i) => (samples[3 * (first + i)] ?? 0) / 32_768,
  );
}

it('sound that ends in the middle of a word has no text that repeats itself', async () => {
  const texts = await decode(
    ABRUPT.map(([voice, from, to]) => ({ samples: soundOf(voice, from, to) })),
    1,
  );
  expect(texts.join(' ')).toMatch(/report/);
  for (const text of texts) expect(text).not.toMatch(/(\b\w+ \w+ \w+\b).*\b\1\b/i);
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

it.each([
  ['To-day we ship, or to-morrow.', 'Today we ship, or tomorrow.'],
  ['To-night, then.', 'Tonight, then.'],
  ['Good morning, every one.', 'Good morning, everyone.'],
  ["Some one's phone rang. Can any one hear me?", "Someone's phone rang. Can any one hear me?"],
  ['Has any one else seen it?', 'Has anyone else seen it?'],
  ['every one of them', 'every one of them'],
  ['We can spare any one day.', 'We can spare any one day.'],
  ['to-do list', 'to-do list'],
  ["so friday's call, not sundays", "so Friday's call, not Sundays"],
  ['in march or last may it rained', 'in March or last May it rained'],
  ['from december to the 5th of may', 'from December to the 5th of May'],
  ['by may 5th, in march 2027', 'by May 5th, in March 2027'],
  ['we may march in the sun', 'we may march in the sun'],
  ['the next march to the town', 'the next march to the town'],
  ['the state it is in may be old', 'the state it is in may be old'],
])('%j is written %j', (heard, written) => {
  expect(correctSpelling(heard)).toBe(written);
});
