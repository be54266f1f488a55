// The embedded summarizer: time and memory by length, and its words against simpler methods on annotated meetings.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../setup/places.mjs';
import { contentWords } from '../src/engines/summarizer/text/content-words.ts';
import { writeExtractiveSummary } from '../src/engines/summarizer/write-summary.ts';
import type { Figure } from './first-meeting.ts';
import { earlyMeetings, inputOf } from '../src/engines/summarizer/training/annotated-meetings.ts';

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

type Baseline = (sentences: readonly string[]) => number[];

/**
 * What any summarizer must beat: the first sentences, TextRank (Mihalcea and Tarau, 2004) and a
 * TF-IDF centroid (Radev et al., 2004).
 */
const baselines: Record<string, Baseline> = {
  'lead-N': (sentences) => sentences.map((_, at) => -at),
  TextRank: textRank,
  'TF-IDF centroid': centroid,
};

/** The best sentences within a number of words, in the order of the meeting. */
function pick(sentences: readonly string[], scores: readonly number[], words: number): string {
  const order = sentences
    .map((_, at) => at)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen: number[] = [];
  let used = 0;
  for (const at of order) {
    const length = sentences[at]?.split(/\s+/).length ?? 0;
    if (used + length > words) continue;
    chosen.push(at);
    used += length;
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => sentences[at])
    .join(' ');
}

function textRank(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => new Set(contentWords(sentence)));
  const weight = words.map((first, a) =>
    words.map((second, b) => {
      if (a === b || first.size < 2 || second.size < 2) return 0;
      const common = [...first].filter((word) => second.has(word)).length;
      return common / (Math.log(first.size) + Math.log(second.size));
    }),
  );
  const sums = weight.map((row) => row.reduce((sum, value) => sum + value, 0));
  let rank = sentences.map(() => 1);
  for (let round = 0; round < 30; round += 1) {
    rank = rank.map(
      (_, at) =>
        0.15 +
        0.85 *
          rank.reduce(
            (sum, other, b) => sum + ((weight[b]?.[at] ?? 0) / (sums[b] || 1)) * other,
            0,
          ),
    );
  }
  return rank;
}

function centroid(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => contentWords(sentence));
  const holds = new Map<string, number>();
  for (const list of words)
    for (const word of new Set(list)) holds.set(word, (holds.get(word) ?? 0) + 1);
  const idf = (word: string): number => Math.log(1 + sentences.length / (holds.get(word) ?? 1));
  const center = new Map<string, number>();
  for (const list of words)
    for (const word of list) center.set(word, (center.get(word) ?? 0) + idf(word));
  const norm = Math.hypot(...center.values());
  return words.map((list) => {
    const vector = new Map<string, number>();
    for (const word of list) vector.set(word, (vector.get(word) ?? 0) + idf(word));
    const length = Math.hypot(...vector.values());
    return length === 0
      ? 0
      : [...vector].reduce((sum, [word, value]) => sum + value * (center.get(word) ?? 0), 0) /
          (length * norm);
  });
}
