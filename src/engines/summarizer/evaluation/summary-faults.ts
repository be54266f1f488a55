// Scores the embedded summaries of annotated meetings and lists what they miss. Never for the holdout.
// node src/engines/summarizer/evaluation/summary-faults.ts development|training STYLE [PART_OF_NAME]
// where STYLE is asSpoken or lowerCase.
import { writeExtractiveSummary } from '../write-summary.ts';
import {
  developmentMeetings,
  inputOf,
  styles,
  trainingMeetings,
} from '../training/annotated-meetings.ts';
import { faultsOf, parts, scoreOf, writeTotals } from './score-summary.ts';

const [set = 'development', style = 'asSpoken', part = ''] = process.argv.slice(2);
const sets = { development: developmentMeetings, training: trainingMeetings };
const [, read] = Object.entries(sets).find(([name]) => name === set) ?? [];
const [, change] = Object.entries(styles).find(([name]) => name === style) ?? [];
if (!read || !change)
  throw new Error(
    `Name ${Object.keys(sets).join(' or ')}, then ${Object.keys(styles).join(' or ')}`,
  );
const meetings = read().filter((meeting) => meeting.name.includes(part));
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
