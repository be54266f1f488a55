import { beforeAll, describe, expect, it } from 'vitest';
import type { SummaryContent } from '../../../core/ports.ts';
import {
  type AnnotatedMeeting,
  developmentMeetings,
  inputOf,
  styles,
} from '../training/annotated-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';
import { f1, parts, scoreOf, totalOf, writeTotals } from './score-summary.ts';

/** F1 of decisions, action items, owners and due dates, 0.006 to 0.04 below what they are. */
const FLOORS: Record<keyof typeof styles, readonly [number, number, number, number]> = {
  asSpoken: [0.86, 0.87, 0.93, 0.88],
  lowerCase: [0.84, 0.74, 0.9, 0.79],
};

const meetings = developmentMeetings();
// Each meeting once, since reading takes the network half a second: one in lower case, the next as spoken.
const IN_STYLE: Record<keyof typeof styles, readonly AnnotatedMeeting[]> = {
  asSpoken: meetings.filter((_meeting, at) => at % 2 === 1),
  lowerCase: meetings.filter((_meeting, at) => at % 2 === 0),
};

describe.each(Object.entries(styles))('half of the development set, %s', (given, change) => {
  const style = given === 'lowerCase' ? given : 'asSpoken';
  const summaries: { meeting: AnnotatedMeeting; summary: SummaryContent }[] = [];
  beforeAll(async () => {
    for (const meeting of IN_STYLE[style])
      summaries.push({
        meeting,
        summary: await writeExtractiveSummary(inputOf(meeting, meeting.lines, change)),
      });
  }, 120_000);

  it('keep the F1 of decisions, action items, owners and due dates above their minimums', () => {
    const scores = summaries.map(({ meeting, summary }) => scoreOf(meeting, summary));
    console.info(`${style}: ${writeTotals(scores)}`);
    for (const [at, part] of parts.entries())
      expect(f1(totalOf(scores, part)), part).toBeGreaterThanOrEqual(FLOORS[style][at] ?? 1);
  });
});

it('meetings of the development set keep most items when four form one long, brisk meeting', async () => {
  const scores = [];
  for (const at of [0, 8, 16]) {
    const four = meetings.slice(at, at + 4);
    const [first] = four;
    if (first === undefined) throw new Error('There are no meetings');
    const joined = { ...first, lines: four.flatMap(({ lines }) => lines) };
    const summary = await writeExtractiveSummary(inputOf(joined));
    const wanted = {
      ...joined,
      decisions: four.flatMap(({ decisions }) => decisions),
      actionItems: four.flatMap(({ actionItems }) => actionItems),
    };
    scores.push(scoreOf(wanted, summary));
  }
  console.info(`joined: ${writeTotals(scores)}`);
  expect(f1(totalOf(scores, 'decisions'))).toBeGreaterThanOrEqual(0.86);
  expect(f1(totalOf(scores, 'actionItems'))).toBeGreaterThanOrEqual(0.81);
}, 120_000);
