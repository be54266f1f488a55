// Who owns a task after the answers to it: short talks on Friday 20 November 2026, read by the whole pipeline.
import { describe, expect, it } from 'vitest';
import { tasksIn } from '../../../../dev/world/speech/short-talk.ts';

describe('a short answer accepts the task that someone requested', () => {
  it.each([
    [['Anna: Who can write the minutes?', 'Bob: I can.'], ['Write the minutes | Bob | -']],
    [['Anna: Who is going to book the room?', 'Bob: Me.'], ['Book the room | Bob | -']],
    [['Anna: Can someone call the plumber?', "Bob: I'll do it."], ['Call the plumber | Bob | -']],
    [['Anna: Who can write the minutes?', "Bob: I can't."], []],
    [
      ['Anna: Who updates the status page?', "Bob: I'll do it on Tuesday.", 'Anna: Great.'],
      ['Update the status page | Bob | 2026-11-24'],
    ],
    [
      ["Anna: Who'll bake the cake?", "Bob: I'll do that tomorrow."],
      ['Bake the cake | Bob | 2026-11-21'],
    ],
  ])('%j', async (lines, tasks) => {
    expect(await tasksIn(lines)).toEqual(tasks);
  });
});

describe('a task that is refused belongs to whoever then takes it over, or to nobody', () => {
  it.each([
    [["Bob: I'm off tomorrow, can Carol do it?", "Carol: Yes, I'll write it."], 'Carol'],
    [["Bob: I can't this week, sorry.", "Carol: I'll do it."], 'Carol'],
    [["Bob: I'd rather not, I'm on holiday.", "Anna: Okay, then I'll do it."], 'Anna'],
    [['Bob: No, not this year.', 'Anna: Okay.'], '-'],
    [["Bob: I can't this week, sorry.", 'Carol: I can see that.'], '-'],
    [["Bob: I can't this week, sorry.", 'Carol: I can take that.'], 'Carol'],
  ])('%j', async (answers, owner) => {
    const asked = 'Anna: Bob, could you write the incident report?';
    expect(await tasksIn([asked, ...answers, 'Carol: Good.'])).toEqual([
      `Write the incident report | ${owner} | -`,
    ]);
  });
});

it.each([
  ["I can't today, but I'll do it next month.", "And I'll bring them to the office."],
  ['Not before we have the figures, but yes.', 'Fine.'],
  ['Can they do that without me?', 'No.'],
])('a task is not refused by an answer such as "%s"', async (answer, next) => {
  const asked = 'Anna: Bob, could you write the incident report?';
  const tasks = await tasksIn([asked, `Bob: ${answer}`, `Carol: ${next}`]);
  expect(tasks.join()).toMatch(/^Write the incident report \| Bob \|/);
});

it('who needs a thing by a day asks the other person for it', async () => {
  const asked = 'Anna: I need the signed contract by next Wednesday.';
  expect(await tasksIn(['Bob: We have a deal.', asked, "Bob: You'll have it."])).toEqual([
    'Anna needs the signed contract | Bob | 2026-11-25',
  ]);
});

it('a task that is given to another person later is theirs alone', async () => {
  expect(
    await tasksIn([
      'Anna: Carol, can you write the ad for the students?',
      'Carol: Yes, I can.',
      'Anna: Bob, you redo the power analysis?',
      'Bob: Carol knows the software, not me.',
      'Anna: Okay, so Bob writes the ad for the students and Carol redoes the power analysis.',
      'Bob: Deal.',
    ]),
  ).toEqual(['Write the ad for the students | Bob | -', 'Redo the power analysis | Carol | -']);
});
