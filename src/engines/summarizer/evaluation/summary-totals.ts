// The totals of a set of annotated meetings in both styles, without showing any content:
// node src/engines/summarizer/evaluation/summary-totals.ts development|holdout
import { type AnnotatedMeeting, inputOf, styles } from '../training/annotated-meetings.ts';
import { readArchive } from '../training/read-archive.ts';
import { writeExtractiveSummary } from '../write-summary.ts';
import { scoreOf, writeTotals } from './score-summary.ts';

const [set = 'development'] = process.argv.slice(2);
const meetings = readArchive<AnnotatedMeeting>(new URL(`${set}.jsonl.gz`, import.meta.url));
for (const [style, change] of Object.entries(styles)) {
  const scores = [];
  for (const meeting of meetings)
    scores.push(
      scoreOf(meeting, await writeExtractiveSummary(inputOf(meeting, meeting.lines, change))),
    );
  console.log(`${set}, ${style}, ${meetings.length} meetings: ${writeTotals(scores)}`);
}
