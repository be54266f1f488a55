import { expect, it } from 'vitest';
import { asDeed } from './to-imperative.ts';

const NAMES = new Set(['sunita', 'ravi', 'leblanc']);

it.each([
  [
    'what somebody would rather do',
    "I'd rather go up myself and see what it's plugged into",
    "Go up myself and see what it's plugged into",
  ],
  ['what somebody has to do', 'I have to redo the tiles', 'Redo the tiles'],
  [
    'what is asked with many words',
    'Mr. Leblanc, can I ask you to see about the licence',
    'See about the licence',
  ],
  [
    'what somebody does',
    'I write to the factory about the penalty',
    'Write to the factory about the penalty',
  ],
  ['who is asked for', 'Who books the room for the party', 'Book the room for the party'],
  ['nothing of who knows', 'Who knows the room', 'Who knows the room'],
  [
    'what is wanted',
    "I'd want a letter to the parents before we start",
    'A letter to the parents before we start',
  ],
  [
    'what is needed, and from whom',
    'I need the new spreadsheet for the trustees, Sunita',
    'The new spreadsheet for the trustees',
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
  ['an assent before it', 'Yes put that on the list', 'Put that on the list'],
  ['a name that is called after it', 'Go up, then, Ravi', 'Go up'],
  ['a tag after it', "Do the cat on your own, can't you", 'Do the cat on your own'],
  [
    'why it is possible',
    "I'll take the other four, I've the people carrier",
    'Take the other four',
  ],
  ['the next clause without a stop', 'a room the staff room is being painted', 'A room'],
  ['why, without a stop', "Ask callum's mum she came last time", "Ask callum's mum"],
  [
    'nothing of what is to be told',
    'Tell them that she came last time',
    'Tell them that she came last time',
  ],
  ['nothing where no deed follows', 'I need to be there', 'I need to be there'],
  ['a thing that needs something', 'The supplier needs five days', 'The supplier needs five days'],
  [
    'a deed as it is',
    'Tell them the staff room is being painted',
    'Tell them the staff room is being painted',
  ],
])('leaves out %s', (_what, said, deed) => {
  expect(asDeed(said, NAMES)).toBe(deed);
});
