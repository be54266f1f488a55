import { expect, it } from 'vitest';
import { contentWords } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import { findOwners } from './resolve-owner.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';
import { tellTask } from './render-task.ts';

const TWO = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
]);
const THREE = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
  { speakerRef: 'C', displayName: 'Carla' },
]);

function told(
  lines: readonly string[],
  text: string,
  ownerDisplayName: string,
  owners = TWO,
): string {
  const acts = readSpeechActs(spokenLines(lines));
  const at = acts.length - 1;
  const task: FoundTask = {
    at,
    text,
    ownerDisplayName,
    segmentRefs: [],
    words: contentWords(text),
    sureness: 1,
    correcting: false,
    dueDay: null,
    turn: acts[at]?.sentence.turn ?? 0,
  };
  return tellTask(task, acts, owners);
}

it.each([
  [
    'whom the owner promised it to',
    ["A: I'll send you the contract."],
    'Send you the contract',
    'Anna',
    'Send Bob the contract',
  ],
  [
    'who asked for it',
    ['A: Could you send me the list?', 'B: Sure.'],
    'Send me the list',
    'Bob',
    'Send Anna the list',
  ],
  [
    'what was said about it as a quotation',
    ['A: The grey text is too pale.', "B: I'll darken it."],
    'Darken it (the grey text is too pale)',
    'Bob',
    'Darken it (“the grey text is too pale”)',
  ],
  [
    'nothing beside what says itself',
    ['A: I like her.', 'B: Check her two references.'],
    'Check her two references (I like her)',
    'Bob',
    'Check her two references',
  ],
])('tells %s', (_what, lines, text, owner, shown) => {
  expect(told(lines, text, owner)).toBe(shown);
});

it('leaves open whom it was promised to where three talk and nobody asked', () => {
  expect(
    told(
      ['B: The roof leaks.', "A: I'll send you the slides."],
      'Send you the slides',
      'Anna',
      THREE,
    ),
  ).toBe('Send you the slides');
});

it('takes who asked just before for the one it was promised to', () => {
  expect(
    told(
      ['B: When do I get the slides?', "A: I'll send you the slides."],
      'Send you the slides',
      'Anna',
      THREE,
    ),
  ).toBe('Send Bob the slides');
});
