import { expect, it } from 'vitest';
import { nextGate, SHUT } from './voice-detector.ts';

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
  let gate = SHUT;
  const answers = [...heard].map((sign) => {
    gate = nextGate(gate, { '.': 0.1, '-': 0.3, '+': 0.8 }[sign] ?? 0, 0.4);
    return gate.isOpen ? 's' : '.';
  });
  expect(answers.join('')).toBe(said);
});
