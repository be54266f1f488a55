import { expect, it } from 'vitest';
import { findOwners } from './owner-names.ts';
import { renderTask } from './render-task.ts';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';

const TWO = [
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
];
const THREE = [...TWO, { speakerRef: 'C', displayName: 'Carla' }];
const FRIDAY = Date.UTC(2026, 10, 20);
const TUESDAY = Date.UTC(2026, 10, 24);

/** The last line is the task; it may end with its antecedent in brackets. */
function shown(
  lines: readonly string[],
  ownerDisplayName: string,
  speakers = TWO,
  dueDay: number | null = null,
): string {
  const sentences = spokenLines(lines.map((line) => line.replace(/ \(.*\)/, '')));
  const text = lines.at(-1)?.slice(3) ?? '';
  const at = sentences.length - 1;
  const task = { at, text, ownerDisplayName, dueDay, segmentRefs: [], words: [], sureness: 1 };
  const owners = findOwners(speakers);
  return renderTask(task, {
    sentences,
    owners,
    today: FRIDAY,
    acts: [],
    readings: [],
    askAbout: () => Promise.reject(new Error('Nothing is asked here')),
    language: 'en',
    longTalk: null,
    told: [],
  });
}

it('names the person to whom the owner promised it', () => {
  expect(shown(["A: I'll send you the contract"], 'Anna')).toBe('Send Bob the contract');
});

it('names the person who requested it', () => {
  expect(shown(['A: Could you send me the list'], 'Bob')).toBe('Send Anna the list');
});

it('leaves what a pronoun means in brackets behind it', () => {
  const said = ['A: The text is too pale.', "B: I'll darken it (“the grey text is too pale”)"];
  expect(shown(said, 'Bob')).toBe('Darken it (“the grey text is too pale”)');
});

it('leaves out the words of its due date, and only those', () => {
  const said = ["A: I'll send the report by Tuesday"];
  expect(shown(said, 'Anna', TWO, TUESDAY)).toBe('Send the report');
  expect(shown(said, 'Anna', TWO, FRIDAY)).toBe('Send the report by Tuesday');
});

it('does not guess who `you` is when three people talk and nobody asked', () => {
  const said = ['B: The roof leaks.', "A: I'll send you the slides"];
  expect(shown(said, 'Anna', THREE)).toBe('Send the slides');
});

it('takes `you` for the person who asked just before', () => {
  const said = ['B: When do I get the slides?', "A: I'll send you the slides"];
  expect(shown(said, 'Anna', THREE)).toBe('Send Bob the slides');
});

it('keeps the request after a condition whose day is shown as the due date', () => {
  const said = ["A: If they haven't answered by Tuesday, please call Ms. Brandt"];
  expect(shown(said, 'Bob', TWO, TUESDAY)).toBe("If they haven't answered, please call Ms. Brandt");
});
