import { beforeAll, describe, expect, it } from 'vitest';
import {
  blindFolder,
  goldFolders,
  inputOf,
  readMeetings,
  styles,
} from '../training/gold-meetings.ts';
import type { GoldMeeting } from '../training/gold-meetings.ts';
import type { SummaryContent } from '../../../core/summary/summary-input.ts';
import { f1, parts, scoreOf, totalOf, writeTotals } from './score-summary.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

/** F1 of decisions, action items, owners and due dates that must not be lost again. */
const FLOORS: Record<string, readonly [number, number, number, number]> = {
  'gold asSpoken': [0.85, 0.93, 0.97, 0.94],
  'gold lowerCase': [0.8, 0.93, 0.97, 0.93],
  'gold-unseen asSpoken': [0.87, 0.85, 1, 0.88],
  'gold-unseen lowerCase': [0.87, 0.85, 1, 0.88],
  'gold-development asSpoken': [0.75, 0.87, 0.92, 0.87],
  'gold-development lowerCase': [0.75, 0.85, 0.93, 0.83],
  'gold-blind asSpoken': [0.81, 0.81, 0.93, 0.86],
  'gold-blind lowerCase': [0.83, 0.81, 0.93, 0.83],
};

const folders = [...goldFolders(), blindFolder()].map((folder) => ({
  name: folder.pathname.split('/').at(-2) ?? '',
  meetings: readMeetings(folder),
}));

describe.each(folders)('$name', ({ name, meetings }) => {
  describe.each(Object.entries(styles))('%s', (style, change) => {
    const summaries: { meeting: GoldMeeting; summary: SummaryContent }[] = [];
    beforeAll(async () => {
      for (const meeting of meetings)
        summaries.push({
          meeting,
          summary: await writeExtractiveSummary(inputOf(meeting, meeting.lines, change)),
        });
    }, 120_000);

    it('reaches the floor for decisions, action items, owners and due dates', () => {
      const scores = summaries.map(({ meeting, summary }) => scoreOf(meeting, summary));
      console.info(`${name} ${style}: ${writeTotals(scores)}`);
      for (const [at, part] of parts.entries())
        expect(f1(totalOf(scores, part)), part).toBeGreaterThanOrEqual(
          FLOORS[`${name} ${style}`]?.[at] ?? 1,
        );
    });

    it.each(['chit-chat', 'conditionals', 'lunch-table'])('%s: nothing is decided', (quiet) => {
      expect(
        summaries.find(({ meeting }) => meeting.name === quiet)?.summary.decisions ?? [],
      ).toEqual([]);
    });
  });
});
