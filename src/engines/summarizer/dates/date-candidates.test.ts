import { expect, it } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

/** Said on Friday 20 November 2026. */
async function dueDatesIn(lines: string[]): Promise<(string | null)[]> {
  const about = { name: '', title: 'Talk', timezone: 'UTC', languageCode: 'en' };
  const startedAt = '2026-11-20T10:00:00Z';
  const { actionItems } = await writeExtractiveSummary(
    inputOf({ ...about, startedAt, lines, decisions: [], actionItems: [] }),
  );
  return actionItems.map(({ dueDate }) => dueDate);
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
