// The totals of a folder of annotated meetings, in both styles, and nothing of what is in them:
// node src/engines/summarizer/evaluation/summary-totals.ts [FOLDER], else the meetings that nobody may read.
import { pathToFileURL } from 'node:url';
import { writeExtractiveSummary } from '../write-summary.ts';
import { blindFolder, inputOf, readMeetings, styles } from '../training/gold-meetings.ts';
import { scoreOf, writeTotals } from './score-summary.ts';

const [folder] = process.argv.slice(2);
const meetings = readMeetings(folder === undefined ? blindFolder() : pathToFileURL(`${folder}/`));
for (const [style, change] of Object.entries(styles)) {
  const scores = [];
  for (const meeting of meetings)
    scores.push(
      scoreOf(meeting, await writeExtractiveSummary(inputOf(meeting, meeting.lines, change))),
    );
  console.log(`${style}, ${meetings.length} meetings: ${writeTotals(scores)}`);
}
