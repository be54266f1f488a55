import { expect, test } from 'vitest';
import { inputOf } from '../../../bench/gold-meetings.ts';
import { writeExtractiveSummary } from './write-extractive-summary.ts';

/** Said on Friday 20 November 2026. */
const dueDates = async (...lines: string[]): Promise<(string | null)[]> => {
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
  return actionItems.map(({ dueDate }) => dueDate);
};

test.each<[string, string[], string | null]>([
  [
    'the rest of the sentence',
    ["Ann: I'll redraw the map and get it to the council, they want it by the first of December."],
    '2026-12-01',
  ],
  ['the next sentence of the turn', ["Ann: I'll send the order to the mill. They close it on the twenty fifth."], '2026-11-25'],
  [
    'the sentence before, where it sets a limit',
    ["Ann: I've to tell the league by the thirtieth. I'll write to the league."],
    '2026-11-30',
  ],
  ['what hands the same thing over', ["Ann: I'll make one common sheet for the guests. I'll share it by Wednesday."], '2026-11-25'],
  [
    'the answer of who was asked',
    ['Ann: Ben, can you print the menus?', "Ben: All right, I'll go to the copy shop in the morning."],
    '2026-11-21',
  ],
  ['what another adds', ["Ann: I'll write the letter to the parents.", 'Ben: Very good. Before the thirtieth of November.'], '2026-11-30'],
  ['what was asked for just before', ['Ben: Today, please.', "Ann: I'll call the dentist, she's in till five."], '2026-11-20'],
  ['a longer sentence that asked for it', ['Ben: Somebody has to ring the water company today.', "Ann: I'll do it."], '2026-11-20'],
  ['where the speaker will be', ["Ann: I'm seeing him on Wednesday. I'll ask him about the key to the hall."], '2026-11-25'],
  [
    'the deed it goes along with',
    ["Ann: I'll ring the league on Tuesday. I'll tell the other club about the pitch in the same go."],
    '2026-11-24',
  ],
  ['a day that is offered', ["Ann: I'll send my plumber down. Is Thursday morning all right?", 'Ben: Lovely.'], '2026-11-26'],
  ['who asks back for it', ["Ann: I'll write the letter to the parents.", 'Ben: Can you do it by Tuesday?', 'Ann: Yes.'], '2026-11-24'],
  ['who tells the deed again', ["Ann: I'll ask my nephew to lift the tables.", 'Ben: Then ask him tonight.', 'Ann: Okay.'], '2026-11-20'],
  [
    'a long answer that opens with it',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Please do, tomorrow, they have been calling the office about it since six in the morning.',
    ],
    '2026-11-21',
  ],
])('a task takes its day from %s', async (_, lines, day) => {
  expect(await dueDates(...lines)).toContain(day);
});

test('a task takes no day from an answer that speaks of the day', async () => {
  expect(
    await dueDates("Ann: I'll write the letter to the parents.", 'Ben: Tuesday is when the whole school goes to the lake with the buses.'),
  ).toEqual([null]);
});

test('a task takes no day from what is past, nor from the task beside it', async () => {
  expect(await dueDates("Ann: I'll write the letter to the parents. The last one was late, on Monday.")).toEqual([null]);
  expect(await dueDates("Ann: I'll write the letter to the parents. I'll call the plumber on Tuesday.")).toEqual([null, '2026-11-24']);
});
