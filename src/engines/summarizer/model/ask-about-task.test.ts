import { expect, test } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { askAboutTask } from './ask-about-task.ts';
import { cutSentences } from '../text/sentences.ts';
import { turnModel } from './turn-model.ts';
import { turnPieces } from './encode-turns.ts';

const about = {
  name: '',
  title: '',
  startedAt: '',
  timezone: 'UTC',
  languageCode: 'en',
  decisions: [],
  actionItems: [],
};

async function ask(lines: string[], at: number): ReturnType<typeof askAboutTask> {
  const model = await turnModel();
  const { segments, speakers } = inputOf({ ...about, lines });
  return askAboutTask(model, turnPieces(cutSentences(segments), speakers, model.pieces), at);
}

const lines = [
  'Ann: The fair is on Saturday.',
  'Ben: Nice.',
  'Ann: Could you send the invoice to the printer?',
  'Ben: Sure, by Wednesday.',
  'Ann: Thanks.',
];

test('the answer that says when a task is due fits better than the day of something else', async () => {
  const { days } = await ask(lines, 2);
  const fitOf = (at: number): number => days.find((day) => day.at === at)?.score ?? Number.NaN;
  expect(fitOf(3)).toBeGreaterThan(fitOf(0));
});

test('only the sentences around a task are read', async () => {
  const many = Array.from({ length: 200 }, () => lines).flat();
  const { days } = await ask(many, 502);
  expect(days.length).toBeLessThan(80);
  expect(days.every(({ at }) => Math.abs(at - 502) < 40)).toBe(true);
});

test('a task that is the only sentence of a meeting is read', async () => {
  expect((await ask(['Ann: I will call the printer tomorrow.'], 0)).days).toHaveLength(1);
});
