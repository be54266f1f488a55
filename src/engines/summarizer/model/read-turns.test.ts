import { expect, test } from 'vitest';
import { inputOf } from '../training/annotated-meetings.ts';
import { readTurns } from './read-turns.ts';
import { cutSentences } from '../text/sentences.ts';
import { readSpeechAct } from '../text/speech-acts.ts';

function talk(lines: string[]): Parameters<typeof readTurns> {
  const meeting = {
    name: '',
    title: '',
    startedAt: '',
    timezone: 'UTC',
    languageCode: 'en',
    decisions: [],
    actionItems: [],
  };
  const { segments, speakers } = inputOf({ ...meeting, lines });
  return [cutSentences(segments).map(readSpeechAct), speakers];
}

const said = (times: number): string[] =>
  Array.from(
    { length: times },
    (_, at) =>
      `${at % 2 === 0 ? 'Ann' : 'Ben'}: I will send the ${at}th part of the report to the office on Monday.`,
  );

test(
  'every sentence of a meeting of ten minutes is read, and twice alike, with antecedents in the meeting',
  { timeout: 60_000 },
  async () => {
    const { readings } = await readTurns(...talk(said(100)));
    expect(readings).toHaveLength(100);
    expect(readings).not.toContain(null);
    for (const reading of readings)
      for (const { at, share } of reading?.antecedents ?? []) {
        expect(at >= 0 && at < 100).toBe(true);
        expect(share >= 0 && share <= 1).toBe(true);
      }
    expect((await readTurns(...talk(said(100)))).readings).toEqual(readings);
  },
);

test(
  'only a bounded part of a very long meeting is read, that in which somebody is told what to do',
  { timeout: 60_000 },
  async () => {
    const chat = Array.from({ length: 3000 }, (_, at): string =>
      at % 2 === 0 ? 'Ann: It was such a lovely day.' : 'Ben: The weather was quite nice.',
    );
    const { readings } = await readTurns(
      ...talk(chat.with(2500, 'Ann: You two will have to call the printer.')),
    );
    expect(readings[2500]).not.toBeNull();
    const read = readings.filter((reading) => reading !== null).length;
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(1500);
  },
);

test('a meeting without sentences has no readings', async () => {
  expect((await readTurns([], [])).readings).toEqual([]);
});
