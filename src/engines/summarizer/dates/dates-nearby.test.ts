import { expect, test } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

/** Said on Friday 20 November 2026. */
const tasksOf = async (lines: string[]) => {
  const { actionItems } = await writeExtractiveSummary(
    inputOf({
      name: '',
      title: 'Talk',
      startedAt: '2026-11-20T10:00:00Z',
      timezone: 'UTC',
      languageCode: 'en',
      lines,
      decisions: [],
      actionItems: [],
    }),
  );
  return actionItems;
};
const dueDates = async (...lines: string[]): Promise<(string | null)[]> =>
  (await tasksOf(lines)).map(({ dueDate }) => dueDate);

test.each([
  ['its own words', ["Ann: I'll write the letter by Tuesday."], '2026-11-24'],
  ['the next sentence', ["Ann: I'll write to the league. They want it by Tuesday."], '2026-11-24'],
  [
    'the reply',
    ['Ann: Bob, can you print the menus?', "Bob: Sure, I'll do it by Tuesday."],
    '2026-11-24',
  ],
  ['no day that is past', ["Ann: The hall was cold last Tuesday. I'll call the landlord."], null],
])('a task takes its day from %s', async (_from, lines, day) => {
  expect(await dueDates(...lines)).toContain(day);
});

test('tasks said in one breath share the day', async () => {
  expect(await dueDates("Ann: I'll print the menus and set the tables by Tuesday.")).toEqual([
    '2026-11-24',
  ]);
  expect(
    await dueDates(
      "Ann: By Tuesday I'll write the letter to the parents and I'll call the florist.",
    ),
  ).toContain('2026-11-24');
});
