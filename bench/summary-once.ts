// One embedded summary in its own process, so that its memory can be measured. Prints one line of JSON.
import { writeExtractiveSummary } from '../src/engines/summarizer/write-summary.ts';
import { longMeeting } from '../src/engines/summarizer/training/annotated-meetings.ts';

const words = Number(process.argv[2]);
const input = longMeeting(words);
// Loads the model as for this length: short meetings are read on one thread.
await writeExtractiveSummary(longMeeting(words < 5_000 ? 300 : 5_000));
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
