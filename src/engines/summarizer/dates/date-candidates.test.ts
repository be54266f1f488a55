import { expect, it } from 'vitest';
import { summaryOf } from '../../../../dev/world/speech/short-talk.ts';

/** Said on Friday 20 November 2026. */
async function dueDatesIn(lines: readonly string[]): Promise<(string | null)[]> {
  return (await summaryOf(lines)).actionItems.map(({ dueDate }) => dueDate);
}

it.each([
  [
    'what it waits for happens',
    ['Anna: I will send the draft after Bob ships on Friday.', 'Bob: Thanks.'],
  ],
  [
    'somebody is off',
    ['Anna: Bob, can you check the invoices?', "Bob: I'm off tomorrow, can Carol do it?"],
  ],
  [
    'its owner is away',
    [
      'Anna: Bob, can you check the invoices?',
      'Bob: Sure. I have a dentist appointment on Monday.',
    ],
  ],
])('a task is not due on the day on which %s', async (_what, lines) => {
  expect(await dueDatesIn(lines)).toEqual([null]);
});

it('a task is due on the day that its owner names beside a time away', async () => {
  const answer = "Bob: I'm away next week, so I'll check them by Thursday.";
  const lines = ['Anna: Bob, can you check the invoices?', answer];
  expect(await dueDatesIn(lines)).toEqual(['2026-11-26']);
});

it('a task is not due on the day that another person names for a task of their own', async () => {
  const lines = [
    'Lena: The shop was down from two to three fifteen last night.',
    'Omar: The disk of the database was full, because the old logs were never deleted.',
    'Lena: Why did nobody get an alert?',
    'Omar: The alert went to the old phone number of the on-call team.',
    'Lena: So we need two things. We delete logs after fourteen days, and we fix the phone number.',
    'Omar: I have already changed the number. I will set up the log rotation by Monday.',
    'Kim: I will write the report for the customers.',
    'Lena: Good, then let us meet again on Thursday.',
  ];
  expect(await dueDatesIn(lines)).toEqual(['2026-11-23', null]);
});
