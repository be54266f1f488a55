import { describe, expect, it } from 'vitest';
import { goldFolders, inputOf, readMeetings, styles } from '../../../bench/gold-meetings.ts';
import { f1, parts, scoreOf, totalOf, writeTotals } from '../../../bench/score-summary.ts';
import { writeExtractiveSummary } from './write-extractive-summary.ts';

/** F1 of decisions, action items, owners and due dates that must not be lost again. */
const FLOORS: Record<string, readonly [number, number, number, number]> = {
  'gold asSpoken': [0.79, 0.94, 1, 0.92],
  'gold lowerCase': [0.8, 0.92, 1, 0.89],
  'gold-unseen asSpoken': [0.94, 0.84, 1, 0.9],
  'gold-unseen lowerCase': [0.87, 0.84, 1, 0.9],
  'gold-development asSpoken': [0.66, 0.86, 1, 0.86],
  'gold-development lowerCase': [0.62, 0.8, 1, 0.82],
};

const folders = goldFolders().map((folder) => ({ name: folder.pathname.split('/').at(-2) ?? '', meetings: readMeetings(folder) }));

describe.each(folders)('$name', ({ name, meetings }) => {
  describe.each(Object.entries(styles))('%s', (style, change) => {
    const summaries = meetings.map((meeting) => ({ meeting, summary: writeExtractiveSummary(inputOf(meeting, meeting.lines, change)) }));
    const scores = summaries.map(({ meeting, summary }) => scoreOf(meeting, summary));

    it('reaches the floor for decisions, action items, owners and due dates', () => {
      console.info(`${name} ${style}: ${writeTotals(scores)}`);
      for (const [at, part] of parts.entries())
        expect(f1(totalOf(scores, part)), part).toBeGreaterThanOrEqual(FLOORS[`${name} ${style}`]?.[at] ?? 1);
    });

    it.each(['chit-chat', 'conditionals', 'lunch-table'])('%s: nothing is decided', (quiet) => {
      expect(summaries.find(({ meeting }) => meeting.name === quiet)?.summary.decisions ?? []).toEqual([]);
    });
  });
});
