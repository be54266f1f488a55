import { expect, it } from 'vitest';
import { toImperative, withoutCall } from './to-imperative.ts';

const NAMES = new Set(['sunita', 'ravi', 'leblanc', "o'neill"]);

it.each([
  [
    'what somebody would rather do',
    "I'd rather go up myself and see what it's plugged into",
    "Go up myself and see what it's plugged into",
  ],
  ['who should do it', 'Ravi should order the paint', 'Order the paint'],
  ['what anybody is asked for', 'Could someone order the paint', 'Order the paint'],
  ['what somebody is happy to do', "I'd be happy to order the paint", 'Order the paint'],
  ['what somebody has to do', 'I have to redo the tiles', 'Redo the tiles'],
  [
    'what is asked with many words',
    'Mr. Leblanc, can I ask you to see about the licence',
    'See about the licence',
  ],
  ['a name with an apostrophe', "O'Neill, could you order the paint", 'Order the paint'],
  ['a name that was misheard', 'Sunitta B, could you order the paint', 'Order the paint'],
  ['no condition', 'Otherwise, I could cancel it now', 'Otherwise, I could cancel it now'],
  ['no waiting for something', "I'll wait for the paint first", 'Wait for the paint first'],
  ['such a name at the end', "Could you order the paint, O'Neill", 'Order the paint'],
  ['whether somebody would mind doing it', 'Would you mind ordering the paint', 'Order the paint'],
  [
    'nothing where permission is asked for',
    'Would you mind if I paint it',
    'Would you mind if I paint it',
  ],
  ['what somebody asks whether to do', 'Should I write the minutes', 'Write the minutes'],
  [
    'what somebody does',
    'I write to the factory about the penalty',
    'Write to the factory about the penalty',
  ],
  [
    'what somebody has got to do',
    "Somebody's got to go and get those crates",
    'Go and get those crates',
  ],
  [
    'what is asked for politely',
    'Please, just send the translation to her',
    'Send the translation to her',
  ],
  ['a day before it', 'Friday, can you order the paint', 'Order the paint'],
  ['an assent before it', 'Yes put that on the list', 'Put that on the list'],
  ['a tag after it', 'Do the cat on your own, please', 'Do the cat on your own'],
  ['the name of the person addressed', 'Ravi, you lead the tour', 'Lead the tour'],
  [
    'why it is possible',
    "I'll take the other four, I've the people carrier",
    'Take the other four',
  ],
  ['that somebody thinks so', "I think I'll just order the paint", 'Order the paint'],
  [
    'that it will be done',
    "I still need to write the minutes, I'll have that done",
    'Write the minutes',
  ],
  [
    'nothing of what is to be told',
    'Tell them that she came last time',
    'Tell them that she came last time',
  ],
  ['nothing where no task follows', 'I need to be there', 'I need to be there'],
  ['a thing that needs something', 'The supplier needs five days', 'The supplier needs five days'],
  [
    'a task as it is',
    'Tell them the staff room is being painted',
    'Tell them the staff room is being painted',
  ],
])('leaves out %s', (_what, said, task) => {
  expect(toImperative(said, NAMES)).toBe(task);
});

it('takes no day for the name of the person addressed', () => {
  expect(withoutCall('Tomorrow, can you order the paint', NAMES)).toBe(
    'Tomorrow, can you order the paint',
  );
});
