// The totals of a folder of annotated meetings, in both styles, and nothing of what is in them:
// node bench/summary-totals.ts [FOLDER], else the meetings that nobody may read.
import { pathToFileURL } from 'node:url';
import { writeExtractiveSummary } from '../src/adapters/extractive/write-extractive-summary.ts';
import { blindFolder, inputOf, readMeetings, styles } from './gold-meetings.ts';
import { scoreOf, writeTotals } from './score-summary.ts';

const [folder] = process.argv.slice(2);
const meetings = readMeetings(folder === undefined ? blindFolder() : pathToFileURL(`${folder}/`));
for (const [style, change] of Object.entries(styles)) {
  const scores = [];
  for (const meeting of meetings) scores.push(scoreOf(meeting, await writeExtractiveSummary(inputOf(meeting, meeting.lines, change))));
  console.log(`${style}, ${meetings.length} meetings: ${writeTotals(scores)}`);
}
