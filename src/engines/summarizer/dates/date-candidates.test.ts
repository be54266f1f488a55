import { expect, it } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

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
  const about = { name: '', title: 'Talk', timezone: 'UTC', languageCode: 'en' };
  const startedAt = '2026-11-20T10:00:00Z';
  const { actionItems } = await writeExtractiveSummary(
    inputOf({ ...about, startedAt, lines, decisions: [], actionItems: [] }),
  );
  expect(actionItems.map(({ dueDate }) => dueDate)).toEqual([null]);
});
