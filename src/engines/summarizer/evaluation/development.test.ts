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

/** F1 of decisions, action items, owners and due dates. */
const FLOORS: Record<keyof typeof styles, readonly [number, number, number, number]> = {
  asSpoken: [0.81, 0.81, 0.93, 0.86],
  lowerCase: [0.83, 0.8, 0.93, 0.83],
};

const meetings = developmentMeetings();

describe.each(Object.entries(styles))('meetings of the development set, %s', (style, change) => {
  const summaries: { meeting: AnnotatedMeeting; summary: SummaryContent }[] = [];
  beforeAll(async () => {
    for (const meeting of meetings)
      summaries.push({
        meeting,
        summary: await writeExtractiveSummary(inputOf(meeting, meeting.lines, change)),
      });
  }, 120_000);

  it('keep the F1 of decisions, action items, owners and due dates above their minimums', () => {
    const scores = summaries.map(({ meeting, summary }) => scoreOf(meeting, summary));
    console.info(`${style}: ${writeTotals(scores)}`);
    const floors = FLOORS[style === 'lowerCase' ? style : 'asSpoken'];
    for (const [at, part] of parts.entries())
      expect(f1(totalOf(scores, part)), part).toBeGreaterThanOrEqual(floors[at] ?? 1);
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
