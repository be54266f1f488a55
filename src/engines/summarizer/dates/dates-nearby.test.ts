import { expect, test } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { daysApart, daysLeft, daysTaken } from '../training/date-cases.ts';
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

test.each(daysTaken)('a task takes its day from %s', async (_from, lines, day) => {
  expect(await dueDates(...lines)).toContain(day);
});

test.each(daysLeft)('a task takes no day from %s', async (_from, lines) => {
  expect(await dueDates(...lines)).toEqual([null]);
});

test.each(daysApart)('a task %s', async (_what, lines, days) => {
  const tasks = await tasksOf(lines);
  expect(
    days.map(([holds]) => [holds, tasks.find(({ text }) => text.includes(holds))?.dueDate]),
  ).toEqual(days);
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
