import { expect, it } from 'vitest';
import type { FoundDecision } from './found-item.ts';
import { contentWords } from './text/content-words.ts';
import { withoutRevoked } from './without-revoked.ts';
import { spokenLines } from '../../../dev/world/speech/sentences.ts';

/** The items from these lines that are left, each as the line that contains it. */
function standing(lines: string[], found: Record<number, string>): string[] {
  const sentences = spokenLines(lines);
  const items = Object.entries(found).map(([at, text]): FoundDecision => {
    const segmentRefs = [...(sentences[Number(at)]?.segmentRefs ?? [])];
    return {
      at: Number(at),
      text,
      segmentRefs,
      words: contentWords(text),
      sureness: 1,
    };
  });
  return withoutRevoked(items, sentences).map(({ text }) => text);
}

it.each<[what: string, lines: string[], found: Record<number, string>, stands: string[]]>([
  [
    'what is scratched right after it',
    ["A: Let's order the blue chairs.", 'B: Scratch that.'],
    { 0: 'Order the blue chairs' },
    [],
  ],
  [
    'what is already done',
    ["A: I'll order the chairs.", "B: Actually don't, I've already done that."],
    { 0: 'Order the chairs' },
    [],
  ],
  [
    'what was done before it was asked for',
    ['A: Bob, can you order the chairs?', 'B: I already did.'],
    { 0: 'Order the chairs' },
    [],
  ],
  [
    'nothing when something else is already done',
    ["A: I'll order the chairs.", 'B: Great. And did you read the draft?', 'A: I already did.'],
    { 0: 'Order the chairs' },
    ['Order the chairs'],
  ],
  [
    'nothing that is done and will be done again',
    ['A: Bob, can you call the plumber?', "B: I already did, but I'll call again tomorrow."],
    { 0: 'Call the plumber' },
    ['Call the plumber'],
  ],
  [
    'nothing that nobody does yet',
    ["A: I'll water the plants.", "B: Good, nobody's watering the plants at the moment."],
    { 0: 'Water the plants' },
    ['Water the plants'],
  ],
  [
    'of two the one that is named',
    [
      "A: I'll order the chairs.",
      "B: I'll paint the fence.",
      "A: We don't need the chairs any more.",
    ],
    { 0: 'Order the chairs', 1: 'Paint the fence' },
    ['Paint the fence'],
  ],
  [
    'nothing when something else is not needed',
    ["A: I'll order the chairs.", "B: We don't need the tent."],
    { 0: 'Order the chairs' },
    ['Order the chairs'],
  ],
  [
    'nothing when it is only asked',
    ["A: I'll order the chairs.", 'B: Should we forget the chairs?'],
    { 0: 'Order the chairs' },
    ['Order the chairs'],
  ],
  [
    'nothing that is said after it',
    ['A: Scratch that.', "B: I'll order the chairs."],
    { 1: 'Order the chairs' },
    ['Order the chairs'],
  ],
])('revokes %s', (_what, lines, found, stands) => {
  expect(standing(lines, found)).toEqual(stands);
});
