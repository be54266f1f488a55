import { expect, it } from 'vitest';
import { cleanSpeech } from './clean-speech.ts';

it.each([
  ['Um, the report is, uh, ready.', 'The report is, ready.', ''],
  ['Okay, so we ship on Friday.', 'We ship on Friday.', 'okay so'],
  ['Th there are s some problems.', 'There are some problems.', ''],
  ['We take plan b because it is cheap.', 'We take plan b because it is cheap.', ''],
  ['The the tests are green.', 'The tests are green.', ''],
  ['I will I will send the report.', 'I will send the report.', ''],
  ['We should, we should wait.', 'We should wait.', ''],
  ['The cost, you know, went up.', 'The cost went up.', ''],
  ['Do you know the number?', 'Do you know the number?', ''],
  ['I mean, it works.', 'It works.', ''],
  ['We ne- need more time.', 'We need more time.', ''],
  ['Send it on Monday, no, Tuesday.', 'Send it on Tuesday.', ''],
  ['Send it by Monday, sorry, by Wednesday.', 'Send it by Wednesday.', ''],
  ['Send it on Friday, not Thursday.', 'Send it on Friday.', ''],
  ['The code is two two five.', 'The code is two two five.', ''],
  ['Right now nobody works on it.', 'Right now nobody works on it.', ''],
  ['So far nobody works on it.', 'So far nobody works on it.', ''],
  ['No, to be fair, it works.', 'To be fair, it works.', 'no'],
  ['', '', ''],
  ['um', '', ''],
  ['Uh-huh, we can.', 'We can.', ''],
  ['Mm-hmm, we can.', 'We can.', ''],
  ['The ER is closed.', 'The ER is closed.', ''],
  ['UM, WE SHIP.', 'WE SHIP.', ''],
])('%s', (spoken, text, lead) => {
  expect(cleanSpeech(spoken)).toEqual({ text, lead });
});
