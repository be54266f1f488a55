import { expect, it } from 'vitest';
import { shiftPronouns } from './shift-pronouns.ts';

it.each([
  [
    'whom it is for, when asked',
    'Send me the list',
    'Rachel',
    'Doug',
    null,
    'Send Rachel the list',
  ],
  ['whose it is, when asked', 'Look at my car', 'Rachel', 'Doug', null, "Look at Rachel's car"],
  [
    'the owner as you',
    'Send us your certificate',
    'Rachel',
    'Doug',
    null,
    'Send us your certificate',
  ],
  [
    'who knows something',
    "Check whether I've got the keys",
    'Rachel',
    'Doug',
    null,
    'Check whether Rachel has got the keys',
  ],
  [
    'nothing where it cannot be turned whole',
    'Tell me what I need',
    'Rachel',
    'Doug',
    null,
    'Tell me what I need',
  ],
  [
    'whom it is promised to',
    'Send you the contract',
    'Rachel',
    'Rachel',
    'Doug',
    'Send Doug the contract',
  ],
  [
    'whose it is, when promised',
    'Bring your coat',
    'Rachel',
    'Rachel',
    'Doug',
    "Bring Doug's coat",
  ],
  [
    'who needs it',
    'I need the translations',
    'Rachel',
    'Doug',
    null,
    'Rachel needs the translations',
  ],
  ['the own wife', 'Ask my wife', 'Doug', 'Doug', 'Rachel', "Ask Doug's wife"],
  [
    'nobody where several may be meant',
    'Send you the slides',
    'Rachel',
    'Rachel',
    null,
    'Send the slides',
  ],
  [
    'no you that does something',
    'Check what you have',
    'Rachel',
    'Rachel',
    'Doug',
    'Check what you have',
  ],
  ['not `on my own`', 'Do it on my own', 'Doug', 'Doug', null, 'Do it on my own'],
])('tells %s', (_what, said, speaker, owner, listener, told) => {
  expect(shiftPronouns(said, { speaker, owner, listener })).toBe(told);
});
