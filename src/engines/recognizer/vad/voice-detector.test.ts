import { expect, it } from 'vitest';
import { nextHysteresis, NO_SPEECH, VoiceDetectors } from './voice-detector.ts';

/** `.` no speech, `-` hardly any, `+` speech; the answer after each: `s` speech. */
it.each([
  ['speech begins with its third window', '..+++', '....s'],
  ['what breaks off before is none', '++.++.', '......'],
  ['and doubt breaks it off too', '++-++', '.....'],
  ['it ends with the third window without any', '+++...', '..sss.'],
  ['doubt does not end it', '+++------', '..sssssss'],
  ['nor begin it', '---', '...'],
  ['a window of speech keeps it going', '+++..+..+', '..sssssss'],
  ['doubt within an end does not put it off', '+++.-.', '..sss.'],
])('%s', (_, heard, said) => {
  let hysteresis = NO_SPEECH;
  const answers = [...heard].map((sign) => {
    hysteresis = nextHysteresis(hysteresis, { '.': 0.1, '-': 0.3, '+': 0.8 }[sign] ?? 0, 0.4);
    return hysteresis.isSpeech ? 's' : '.';
  });
  expect(answers.join('')).toBe(said);
});

const SECOND = 16_000;

/** How many windows are read before the `second` of a track, so that the detector knows what came before. */
function warmUps() {
  const detectors = new VoiceDetectors({ detect: async (next) => next.map(() => 0) });
  const read = (from: number, to: number) => new Float32Array(to - from).fill(0.1);
  return (trackRef: string, second: number): number => {
    const from = Math.floor((second * SECOND) / 512) * 512;
    return detectors.begin(trackRef, read, from, from + 512).before;
  };
}

it('reads what came before a range that is not the next one, as after a failed scan', () => {
  const begin = warmUps();
  expect([begin('a', 0), begin('a', 0), begin('a', 512 / SECOND)]).toEqual([0, 0, 0]);
  expect([begin('a', 5), begin('a', 5)]).toEqual([31, 31]);
});

it('keeps the state of the 2,000 tracks that it used last', () => {
  const begin = warmUps();
  const next = { a: 5 + 512 / SECOND, b: 5 + 512 / SECOND };
  begin('a', 5);
  begin('b', 5);
  for (let i = 0; i < 1_998; i += 1) begin(`track ${i}`, 0);
  expect(begin('a', next.a)).toBe(0);
  begin('another', 0);
  expect([begin('a', next.a + 512 / SECOND), begin('b', next.b)]).toEqual([0, 31]);
});
