// One embedded summary in its own process, so that its memory can be measured. Prints one line of JSON.
import { writeExtractiveSummary } from '../src/engines/summarizer/write-summary.ts';
import { longMeeting } from '../src/engines/summarizer/training/annotated-meetings.ts';

const words = Number(process.argv[2]);
const input = longMeeting(words);
await writeExtractiveSummary(longMeeting(300));
const started = performance.now();
const summary = await writeExtractiveSummary(input);
const ms = performance.now() - started;
const items = summary.keyPoints.length + summary.decisions.length + summary.actionItems.length;
console.log(
  JSON.stringify({
    ms,
    peakMb: process.resourceUsage().maxRSS / 1024,
    segments: input.segments.length,
    items,
  }),
);
