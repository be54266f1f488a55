// Scores the embedded summaries of a folder of annotated meetings and lists what they miss:
// node src/engines/summarizer/evaluation/summary-faults.ts FOLDER [lowerCase|asSpoken] [name part]
import { pathToFileURL } from 'node:url';
import { writeExtractiveSummary } from '../write-summary.ts';
import { inputOf, readMeetings, styles } from '../training/gold-meetings.ts';
import { faultsOf, parts, scoreOf, writeTotals } from './score-summary.ts';

const [folder = 'src/core/summary/gold', style = 'asSpoken', part = ''] = process.argv.slice(2);
const change = style === 'lowerCase' ? styles.lowerCase : styles.asSpoken;
const meetings = readMeetings(pathToFileURL(`${folder}/`)).filter((meeting) =>
  meeting.name.includes(part),
);
const scores = [];
for (const meeting of meetings) {
  const summary = await writeExtractiveSummary(inputOf(meeting, meeting.lines, change));
  const score = scoreOf(meeting, summary);
  const faults = faultsOf(meeting, summary);
  const counts = parts
    .map((name) => `${score[name].right}/${score[name].shown} of ${score[name].wanted}`)
    .join('  ');
  console.log([`${meeting.name}: ${counts}`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
  scores.push(score);
}
console.log(writeTotals(scores));
