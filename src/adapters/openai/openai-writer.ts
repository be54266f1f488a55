import { createHash } from 'node:crypto';
import type {
  Log,
  SummaryContent,
  SummaryInput,
  TranscriptReader,
  WriterNotes,
  WriterPort,
} from '../../core/ports.ts';
import {
  askModel,
  type ChatMessage,
  type ModelAnswer,
  ModelUnavailable,
  PATIENCE,
  type Patience,
} from './ask-model.ts';
import type { OpenAiServer } from './openai-server.ts';
import { keepSupported } from './keep-supported.ts';
import { readDraft, type SummaryDraft } from './summary-draft.ts';
import { mapMessages, reduceMessages, repairMessages, tokensAtMost } from './write-prompt.ts';

export type OpenAiOptions = OpenAiServer & {
  /** Tokens of question and answer together that the model can hold. */
  contextTokens: number;
  /** Writes when the model cannot, and what the model leaves empty. */
  embedded: WriterPort;
  reader: TranscriptReader;
  log: Log;
  patience?: Patience;
};

/** The model answered, and what it answered cannot be used. */
class AnswerUnusable extends Error {}

const WHOLE_WITHIN_MS = 600_000;
const MAX_ANSWER_TOKENS = 4_000;
const MAX_ROUNDS = 6;

type Ask = (messages: readonly ChatMessage[]) => Promise<SummaryDraft>;

/**
 * Summaries by a language model behind `/v1/chat/completions`, checked against the transcript;
 * otherwise the embedded ones.
 */
export function openAiWriter(options: OpenAiOptions): WriterPort {
  return {
    write: async (input, signal, notes) => {
      const started = Date.now();
      try {
        return await writeWithModel(
          options,
          input,
          AbortSignal.any([signal, AbortSignal.timeout(WHOLE_WITHIN_MS)]),
          notes,
        );
      } catch (error) {
        signal.throwIfAborted();
        const expected =
          error instanceof ModelUnavailable ||
          error instanceof AnswerUnusable ||
          (error instanceof Error && error.name === 'TimeoutError');
        if (!expected) throw error;
        options.log.warn('the embedded summary takes over', {
          component: 'summary',
          durationMs: Date.now() - started,
          error,
        });
        return options.embedded.write(input, signal, notes);
      }
    },
  };
}

async function writeWithModel(
  options: OpenAiOptions,
  input: SummaryInput,
  signal: AbortSignal,
  notes: WriterNotes,
): Promise<SummaryContent> {
  const language = options.reader.languageOf(input);
  const ask: Ask = (messages) => askForDraft(options, messages, signal, notes);
  const parts: SummaryDraft[] = [];
  for (const [from, to] of partsOf(input, questionTokens(options.contextTokens)))
    parts.push(await ask(mapMessages(input, from, to)));
  const draft = await reduce(input, parts, questionTokens(options.contextTokens), ask);
  const checked = keepSupported(draft, input, language, options.reader);
  if (checked.overview === '') {
    if (checked.keyPoints.length + checked.decisions.length + checked.actionItems.length === 0)
      throw new AnswerUnusable('Nothing in the answer is supported by the transcript');
    checked.overview = (await options.embedded.write(input, signal, notes)).overview;
  }
  return {
    languageCode: language,
    ...checked,
    generator: { name: 'openai', version: options.model.slice(0, 100) },
  };
}

/** One draft, repaired once. An answer that was noted before a crash is not paid for again. */
async function askForDraft(
  options: OpenAiOptions,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  notes: WriterNotes,
): Promise<SummaryDraft> {
  const first = await askOnce(options, messages, signal, notes);
  const read = judge(first);
  if (read.kind === 'draft') return read.draft;
  const again = judge(
    await askOnce(options, repairMessages(messages, first.text, read.fault), signal, notes),
  );
  if (again.kind === 'draft') return again.draft;
  throw new AnswerUnusable(
    'The answer of the language model does not fit the schema, nor does the repaired one',
  );
}

async function askOnce(
  options: OpenAiOptions,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  notes: WriterNotes,
): Promise<Extract<ModelAnswer, { kind: 'text' }>> {
  const key = createHash('sha256')
    .update(JSON.stringify([options.model, messages]))
    .digest('hex');
  const noted = await notes.read(key);
  const answer =
    noted === null
      ? await askModel(options, messages, signal, options.patience ?? PATIENCE)
      : (JSON.parse(noted) as ModelAnswer);
  if (noted === null) await notes.keep(key, JSON.stringify(answer));
  if (answer.kind === 'refused') throw new AnswerUnusable('The language model refused');
  return answer;
}

function judge({ text, cut }: { text: string; cut: boolean }): ReturnType<typeof readDraft> {
  const read = readDraft(text);
  return read.kind === 'faulty' && cut ? { kind: 'faulty', fault: 'it was cut off' } : read;
}

/** What a question may take: the rest is for the answer, and for the answer's repair. */
function questionTokens(contextTokens: number): number {
  return contextTokens - 2 * answerTokens(contextTokens);
}

function answerTokens(contextTokens: number): number {
  return Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens / 5));
}

/** Ranges of segments, each of which fits one question. */
function partsOf(input: SummaryInput, tokens: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  const longestName = Math.max(
    0,
    ...input.speakers.map((speaker) => Buffer.byteLength(speaker.displayName)),
  );
  const frame = mapMessages(input, 0, 0).reduce(
    (sum, message) => sum + tokensAtMost(message.content),
    0,
  );
  let from = 0;
  let used = frame;
  for (const [at, segment] of input.segments.entries()) {
    const cost = Math.ceil((Buffer.byteLength(segment.text) + longestName + 14) / 3);
    if (at > from && used + cost > tokens) {
      parts.push([from, at]);
      from = at;
      used = frame;
    }
    if (frame + cost > tokens)
      throw new AnswerUnusable('A single segment is longer than the context size');
    used += cost;
  }
  return [...parts, [from, input.segments.length]];
}

async function reduce(
  input: SummaryInput,
  drafts: SummaryDraft[],
  tokens: number,
  ask: Ask,
): Promise<SummaryDraft> {
  let level = drafts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [only, ...more] = level;
    if (only !== undefined && more.length === 0) return only;
    const groups = groupsOf(input, level, tokens);
    if (groups.length === level.length) break;
    const next: SummaryDraft[] = [];
    for (const group of groups) {
      const [first, ...others] = group;
      if (first !== undefined)
        next.push(others.length === 0 ? first : await ask(reduceMessages(input, group)));
    }
    level = next;
  }
  throw new AnswerUnusable('The minutes of the parts do not fit into the context size');
}

function groupsOf(
  input: SummaryInput,
  drafts: readonly SummaryDraft[],
  tokens: number,
): SummaryDraft[][] {
  const groups: SummaryDraft[][] = [];
  let group: SummaryDraft[] = [];
  for (const draft of drafts) {
    const together = reduceMessages(input, [...group, draft]).reduce(
      (sum, message) => sum + tokensAtMost(message.content),
      0,
    );
    if (group.length > 0 && together > tokens) {
      groups.push(group);
      group = [];
    }
    group.push(draft);
  }
  return [...groups, group];
}
