// The totals of the real development meetings: node src/engines/summarizer/evaluation/real-totals.ts
import { realDevelopmentMeetings } from '../training/real-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';
import { rouge1, rougeLsum } from './rouge.ts';
import { scoreRealSummary } from './score-real-summary.ts';
import { sumOf, writeCount } from './score-summary.ts';

const scores = [];
const likeness = [];
for (const meeting of realDevelopmentMeetings()) {
  const summary = await writeExtractiveSummary(meeting);
  scores.push(scoreRealSummary(meeting, summary));
  // A quotation in the overview ends with its closing mark.
  const told = [
    ...summary.overview.split(/(?<=[.!?”])\s+/),
    ...summary.keyPoints.map(({ text }) => text),
  ];
  const abstract = meeting.annotations.abstract.map(({ text }) => text);
  likeness.push({ rouge1: rouge1(told, abstract), rougeLsum: rougeLsum(told, abstract) });
}
for (const part of ['decisions', 'actionItems', 'owners', 'either', 'keyPoints'] as const)
  console.log(`${part}: ${writeCount(sumOf(scores.map((score) => score[part])))}`);
for (const part of ['rouge1', 'rougeLsum'] as const) {
  const mean = likeness.reduce((sum, one) => sum + one[part], 0) / likeness.length;
  console.log(`${part} of overview and key points: ${mean.toFixed(3)}`);
}
