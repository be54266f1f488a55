// The embedded summarizer: time and memory by length, and its words against simpler methods on annotated meetings.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../setup/places.mjs';
import { contentWords } from '../src/engines/summarizer/text/content-words.ts';
import { writeExtractiveSummary } from '../src/engines/summarizer/write-summary.ts';
import type { Figure } from './first-meeting.ts';
import { earlyMeetings, inputOf } from '../src/engines/summarizer/training/annotated-meetings.ts';
import { baselines, pick } from './summary-baselines.ts';

const LENGTHS_WORDS = [1_000, 3_000, 10_000, 30_000, 90_000] as const;
const THREE_HOURS_WORDS = 30_000;
/** As small as in the service and its threads. */
const SMALL_YOUNG_HEAP = '--max-semi-space-size=2';

export async function benchSummary(): Promise<Figure[]> {
  // The first process fills the compile cache.
  measureLength(LENGTHS_WORDS[0]);
  return [...LENGTHS_WORDS.flatMap(measureLength), ...(await compareMethods())];
}

type Once = { ms: number; peakMb: number; segments: number; items: number };

function measureLength(words: number): Figure[] {
  const child = spawnSync(
    process.execPath,
    [SMALL_YOUNG_HEAP, fileURLToPath(new URL('./summary-once.ts', import.meta.url)), String(words)],
    // As in a thread of the service: with cached modules, since compiling TypeScript takes 25 MB.
    { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: join(cacheDir(), 'compile') } },
  );
  if (child.status !== 0) throw new Error(`bench/summary-once.ts ${words}: ${child.stderr}`);
  const once = JSON.parse(child.stdout) as Once;
  const aimed = words === THREE_HOURS_WORDS;
  return [
    {
      name: `${words} words (${once.segments} segments, ${once.items} items): time`,
      value: Math.round(once.ms),
      unit: 'ms',
      aim: aimed ? 'at most 2000' : '',
    },
    {
      name: `${words} words: peak memory of the whole process`,
      value: Math.round(once.peakMb),
      unit: 'MB',
      aim: aimed ? 'at most 200' : '',
    },
  ];
}

/** F1 of distinct content words against minutes written by hand; every method may use as many words as ours did. */
async function compareMethods(): Promise<Figure[]> {
  const meetings = earlyMeetings().filter((meeting) => meeting.reference !== undefined);
  const scores: Record<string, number[]> = {};
  const note = (name: string, text: string, reference: string): void =>
    void (scores[name] ??= []).push(overlapF1(text, reference));
  for (const meeting of meetings) {
    const summary = await writeExtractiveSummary(inputOf(meeting));
    const reference = meeting.reference ?? '';
    const points = summary.keyPoints.map((point) => point.text).join(' ');
    const ours = `${summary.overview} ${points}`;
    note('embedded: overview alone', summary.overview, reference);
    note('embedded: overview and key points', ours, reference);
    const sentences = meeting.lines.flatMap((line) =>
      line.slice(line.indexOf(':') + 2).split(/(?<=[.!?])\s+/),
    );
    for (const [name, rank] of Object.entries(baselines)) {
      note(
        `${name}, as long as the overview`,
        pick(sentences, rank(sentences), wordCount(summary.overview)),
        reference,
      );
      note(
        `${name}, as long as overview and key points`,
        pick(sentences, rank(sentences), wordCount(ours)),
        reference,
      );
    }
  }
  return Object.entries(scores).map(([name, list]) => ({
    name: `${name}: content-word F1, mean of ${list.length} training meetings`,
    value: Number((list.reduce((sum, value) => sum + value, 0) / list.length).toFixed(3)),
    unit: '',
    aim: '',
  }));
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

function overlapF1(text: string, reference: string): number {
  const said = new Set(contentWords(text));
  const wanted = new Set(contentWords(reference));
  const common = [...said].filter((word) => wanted.has(word)).length;
  return said.size + wanted.size === 0 ? 0 : (2 * common) / (said.size + wanted.size);
}
