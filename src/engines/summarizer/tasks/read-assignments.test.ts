import { describe, expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { findOwners } from './owner-names.ts';
import { readAssignments } from './read-assignments.ts';

/** `text | owner`, one an assignment of A, Anna, or of B, Bob. */
function assignmentsIn(lines: readonly string[]): string[] {
  const sentences = spokenLines(lines);
  const owners = findOwners([
    { speakerRef: 'A', displayName: 'Anna' },
    { speakerRef: 'B', displayName: 'Bob' },
  ]);
  return sentences
    .flatMap((sentence) => readAssignments(sentence, { owners, sentences, readings: [] }))
    .map(({ text, ownerDisplayName }) => `${text} | ${ownerDisplayName ?? '-'}`);
}

describe('a promise to do it on a day is an assignment, unless another sentence says what', () => {
  it.each([
    ['A: We need to update the status page.', "I'll do it on Tuesday", 'do it on Tuesday'],
    ['A: The website shows the old prices.', 'I will do that tomorrow', 'do that tomorrow'],
    ['A: Is the website fine?', "No, I'm going to do this today", 'do this today'],
    ['A: The slides are missing.', 'Bob will do that by Friday', 'do that by Friday'],
  ])('%s %s', (before, promise, text) => {
    expect(assignmentsIn([before, `B: ${promise}.`])).toEqual([`${text} | Bob`]);
  });

  it.each([
    ['A: Bob, can you call the plumber?', []],
    ['A: Please call the plumber.', []],
    ['A: Should I call the plumber?', []],
    ['A: Can someone call the plumber?', ['call the plumber | Bob']],
    ['A: Who calls the plumber?', ['call the plumber | Bob']],
    ['A: Somebody has to call the plumber.', ['call the plumber | Bob']],
  ])('%s', (before, assignments) => {
    expect(assignmentsIn([before, "B: I'll do it tomorrow."])).toEqual(assignments);
  });
});

describe('who does something is an assignment only where the answer says that it will be done', () => {
  it.each([
    ['Who updates the status page?', "I'll do it.", ['update the status page | Bob']],
    ['Who updates the status page?', 'I will.', ['update the status page | Bob']],
    ['Who updates the status page?', 'I can update it.', ['update the status page | Bob']],
    ["Who's gonna write the minutes?", "I'll do it.", ['write the minutes | Bob']],
    ['Somebody should cancel the license.', 'I can do that.', ['cancel the license | Bob']],
    ['Who can book the room?', "I'll take care of that.", ['book the room | Bob']],
    ['Can someone call the plumber?', "I'll call him.", ['call the plumber | Bob']],
    ['Who lives in Berlin?', 'Me.', []],
    ['Who agrees with the proposal?', 'I would.', []],
    ['Who owns the billing service?', 'I will look it up.', []],
    [
      'Who pays for the license?',
      "I'll check with finance tomorrow.",
      ['check with finance tomorrow | Bob'],
    ],
  ])('%s %s', (question, answer, assignments) => {
    expect(assignmentsIn([`A: ${question}`, `B: ${answer}`])).toEqual(assignments);
  });
});

describe('what everyone is asked to do is an assignment of nobody', () => {
  it.each([
    'Everyone please check their own pages',
    'Everyone, please have a look at the draft by Friday',
    'Everyone, could you please send me your numbers',
    'Everyone must update their pages by Friday',
  ])('%s', (said) => {
    expect(assignmentsIn([`A: ${said}.`, 'B: Okay.'])).toEqual([`${said} | -`]);
  });

  it.each([
    'Everyone should be able to see my screen now',
    'Everybody should have access to the folder',
    'Everyone should have received the email yesterday',
    'Everybody, can you see my screen',
  ])('finds no task in "%s"', (said) => {
    expect(assignmentsIn([`A: ${said}.`, 'B: Yes.'])).toEqual([]);
  });
});
