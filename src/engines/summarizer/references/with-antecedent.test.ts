import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { findOwners } from '../tasks/owner-names.ts';
import { contentWords } from '../text/content-words.ts';
import { readSpeechAct } from '../text/speech-acts.ts';
import { withAntecedent } from './with-antecedent.ts';

const owners = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
]);

/** The item `text`, which is said after `before`, as it is shown. */
function shown(before: string, text: string): string {
  const sentences = spokenLines([`A: ${before}`, `B: ${text}`]);
  const meeting = {
    sentences,
    told: [],
    acts: sentences.map(readSpeechAct),
    readings: [],
    askAbout: () => Promise.reject(new Error('Nothing is asked here')),
    owners,
    language: 'en',
    longTalk: null,
    today: null,
  };
  const at = sentences.length - 1;
  const item = { at, text, segmentRefs: [], words: contentWords(text), sureness: 1 };
  return withAntecedent(item, meeting).text;
}

it.each([
  [
    'a short sentence as it is',
    "There's a lad on nights, Gavin.",
    'Ask him',
    "Ask him (“there's a lad on nights, Gavin”)",
  ],
  [
    'the first clause of a long one',
    'The caretaker has the key, and I think he said something about a dog that barks all night.',
    'Call him',
    'Call him (“the caretaker has the key”)',
  ],
  [
    'another clause where the first holds nothing new',
    'I called the bank, but the roof of the shed came off in the storm.',
    'Tell the bank about it',
    'Tell the bank about it (“the roof of the shed came off …”)',
  ],
  [
    'the request after the name of the person asked',
    'Hi Bob, can you send me the contract by Monday?',
    "I'll send it",
    "I'll send it (“can you send me the contract by Monday”)",
  ],
  ['nothing that only points itself', "I'll remind them.", 'Pay it', 'Pay it'],
  ['nothing where nothing is new', 'That is it.', 'Send it', 'Send it'],
  ['nothing where nothing points', 'The tests are green.', 'Send the draft', 'Send the draft'],
  [
    'nothing for one more thing',
    "I'll paint the old shed.",
    'One more thing, call the bank',
    'One more thing, call the bank',
  ],
  [
    'nothing for a day or a time',
    "I'll paint the old shed.",
    'Clean up this Friday or in one week',
    'Clean up this Friday or in one week',
  ],
])('shows %s', (_what, before, text, told) => {
  expect(shown(before, text)).toBe(told);
});

it('shows at most nine words, and that more were said', () => {
  const long =
    'Somebody with a radio and a long red ladder should go over to the old brick house tonight.';
  const [, quoted = ''] = /“(.*) …”/.exec(shown(long, 'Ask them')) ?? [];
  expect(quoted).not.toBe('');
  expect(quoted.split(' ').length).toBeLessThanOrEqual(9);
  expect(long.toLowerCase()).toContain(quoted.toLowerCase());
});
