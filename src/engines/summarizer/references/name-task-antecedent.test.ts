import { describe, expect, it } from 'vitest';
import { findActionItems } from '../tasks/find-action-items.ts';
import { findOwners } from '../tasks/resolve-owner.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';

const OWNERS = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
]);

function lastTaskIn(lines: readonly string[]): string | undefined {
  return findActionItems(spokenLines(lines), OWNERS, Date.UTC(2026, 10, 20)).at(-1)?.text;
}

describe('a task that only points says beside it', () => {
  it.each([
    [
      'what `it` means',
      ['A: The draft contract is ready.', "A: I'll send it to the customer tomorrow."],
      'the draft contract is ready',
    ],
    [
      'what there is some of',
      ['A: We are out of oat milk again.', "B: I'll pick some up on my way in."],
      'oat milk',
    ],
    [
      'what one means',
      ['A: Send us a sample bag of the spelt.', "B: I'll pop one on the lorry tomorrow."],
      'sample bag',
    ],
    [
      'the deed behind `do it`',
      ['A: Pay the road tax before the cover ends.', "B: I'll do it on the computer."],
      'road tax',
    ],
    [
      'the thing, though other words are there',
      [
        'A: The ticket for the vendor is still missing.',
        "B: I'll log it as a priority with the traces.",
      ],
      'ticket',
    ],
  ])('%s', (_, lines, words) => {
    expect(lastTaskIn(lines)).toMatch(new RegExp(`\\(.*${words}`));
  });
});

it('takes the fuller words of the asking for `tell her`', () => {
  expect(lastTaskIn(['B: Tell her she just turns up in September.', "A: I'll tell her."])).toBe(
    'Tell her she just turns up in September',
  );
});

it('puts nothing beside a task that says itself what it is', () => {
  expect(
    lastTaskIn(['B: The table is broken.', "A: I'll write a letter to the parents on Monday."]),
  ).toBe('Write a letter to the parents');
});
