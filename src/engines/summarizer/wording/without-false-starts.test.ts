import { expect, it } from 'vitest';
import { withoutFalseStarts } from './without-false-starts.ts';

it.each([
  [
    'words that broke off',
    'There is a spea speaker tag up at the top',
    'There is a speaker tag up at the top',
  ],
  ['single letters', 'You said the whee s some wheels', 'You said the some wheels'],
  [
    'a start that comes again',
    'I investigate the d I investigate deeper the preference',
    'I investigate deeper the preference',
  ],
  [
    'a sentence that another one follows',
    'What you want is You want the posterior probabilities',
    'You want the posterior probabilities',
  ],
  ['two subjects in a row', 'It we use the old system', 'It we use the old system'],
  [
    'an article before an article',
    'Press the a button on the remote',
    'Press a button on the remote',
  ],
  ['words that fill time', 'The chip is sort of the core, you know', 'The chip is the core'],
  ['joining words at both ends', 'And so the case is curved, but', 'The case is curved'],
])('takes out %s', (_what, said, meant) => {
  expect(withoutFalseStarts(said)).toBe(meant);
});

it.each([
  'No quiz machine',
  'From NS to N slash somebody at head office.',
  'Not only on the younger people, but also on the older',
  'Plan b because of the rain',
  'The red one and the red box',
  'What kind of the old paper we use',
  'The TV and the LCD display',
])('leaves what is meant: %s', (said) => {
  expect(withoutFalseStarts(said)).toBe(said);
});
