import { beforeAll, describe, expect, it } from 'vitest';
import { type RealMeeting, realDevelopmentMeetings } from '../training/real-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';
import { type RealScore, scoreRealSummary } from './score-real-summary.ts';
import { sumOf } from './score-summary.ts';

/** Short meetings, so that the test takes only seconds. */
const MEETINGS = ['ES2002a', 'ES2010b'];

describe('meetings of real people', () => {
  const overviews: string[] = [];
  const scores: RealScore[] = [];
  beforeAll(async () => {
    const all = realDevelopmentMeetings();
    const meetings = MEETINGS.flatMap(
      (id) => all.find(({ source }: RealMeeting) => source.id === id) ?? [],
    );
    for (const meeting of meetings) {
      const summary = await writeExtractiveSummary(meeting);
      overviews.push(summary.overview);
      scores.push(scoreRealSummary(meeting, summary));
    }
  }, 120_000);

  it('have no overview that states an uncertain decision', () => {
    for (const overview of overviews) expect(overview).not.toMatch(/They (?:decided|agreed)/);
  });

  it('yield the tasks that the chair assigns at the end, and few others', () => {
    const { right, shown } = sumOf(scores.map(({ actionItems }) => actionItems));
    expect(right).toBeGreaterThanOrEqual(2);
    expect(right / shown).toBeGreaterThanOrEqual(0.4);
  });
});
