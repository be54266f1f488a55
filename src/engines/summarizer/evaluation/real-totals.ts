// The totals of the real development meetings: node src/engines/summarizer/evaluation/real-totals.ts
import { realDevelopmentMeetings } from '../training/real-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';
import { scoreRealSummary } from './score-real-summary.ts';
import { sumOf, writeCount } from './score-summary.ts';

const scores = [];
for (const meeting of realDevelopmentMeetings())
  scores.push(scoreRealSummary(meeting, await writeExtractiveSummary(meeting)));
for (const part of ['decisions', 'actionItems', 'owners', 'either'] as const)
  console.log(`${part}: ${writeCount(sumOf(scores.map((score) => score[part])))}`);
