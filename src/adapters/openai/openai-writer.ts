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
  type Question,
} from './ask-model.ts';
import type { OpenAiServer } from './post-to-server.ts';
import { keepSupported } from './keep-supported.ts';
import { answerSchema, readDraft, type SummaryDraft } from './summary-draft.ts';
import { verifiedDraft } from './verify-items.ts';
import {
  answerTokens,
  AnswerUnusable,
  maxAnswerTokens,
  type Ask,
  partsOf,
  questionTokens,
  reduceDrafts,
} from './minutes-of-parts.ts';
import { mapMessages, repairMessages } from './write-prompt.ts';

type OpenAiOptions = OpenAiServer & {
  /** The model's context size: tokens of question and answer together. */
  contextTokens: number;
  /** Writes the summary when the model cannot, and fills in what the model leaves empty. */
  embedded: WriterPort;
  reader: TranscriptReader;
  log: Log;
  patience?: Patience;
};

const MAX_OVERVIEW_POINTS = 3;

type Lists = Pick<SummaryContent, 'keyPoints' | 'decisions' | 'actionItems'>;

const DRAFT_SHAPE = { name: 'minutes', schema: answerSchema };

/**
 * Summaries by a language model behind `/v1/chat/completions`, checked against the transcript.
 * Falls back to the embedded writer.
 */
export function openAiWriter(options: OpenAiOptions): WriterPort {
  return {
    write: async (input, signal, notes) => {
      const started = Date.now();
      const { wholeMs } = options.patience ?? PATIENCE;
      try {
        return await writeWithModel(
          options,
          input,
          AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]),
          signal,
          notes,
        );
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfModel(error)) throw error;
        options.log.warn('falling back to the embedded summary', {
          component: 'summary',
          durationMs: Date.now() - started,
          error,
        });
        return options.embedded.write(input, signal, notes);
      }
    },
  };
}

/** Failures of the server or the model, as opposed to bugs of our own. */
function isOfModel(error: unknown): boolean {
  return (
    error instanceof ModelUnavailable ||
    error instanceof AnswerUnusable ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}

/** `signal` also aborts when the summary takes too long, `stop` only when the task stops. */
async function writeWithModel(
  options: OpenAiOptions,
  input: SummaryInput,
  signal: AbortSignal,
  stop: AbortSignal,
  notes: WriterNotes,
): Promise<SummaryContent> {
  const language = options.reader.languageOf(input);
  const tokens = questionTokens(options.contextTokens);
  const ask: Ask = (messages) => askForDraft(options, messages, signal, notes);
  const parts: SummaryDraft[] = [];
  for (const [from, to] of partsOf(input, tokens))
    parts.push(await ask(mapMessages(input, from, to)));
  const draft = await reduceDrafts(input, parts, tokens, ask);
  const supported = keepSupported(draft, input, language, options.reader);
  const secondLook = async (question: Question): Promise<string | null> => {
    try {
      return (await askOnce(options, question, signal, notes)).text;
    } catch (error) {
      stop.throwIfAborted();
      if (!isOfModel(error)) throw error;
      const fields = { component: 'summary', error } as const;
      options.log.warn('the model cannot check the summary: only the rules do', fields);
      return null;
    }
  };
  const verified = await verifiedDraft(supported, input, tokens, secondLook);
  const { overview: sentences, ...lists } = verified;
  let overview = sentences.map(({ text }) => text).join(' ');
  if (overview === '') {
    if (lists.keyPoints.length + lists.decisions.length + lists.actionItems.length === 0)
      throw new AnswerUnusable('Nothing in the answer is supported by the transcript');
    const embedded = await options.embedded.write(input, stop, notes);
    // Without a word list for the language, its overview consists of unimportant words.
    overview = embedded.notSought === 'anything' ? overviewOf(lists) : embedded.overview;
  }
  return {
    languageCode: language,
    overview,
    ...lists,
    generator: { name: 'openai', version: options.model.slice(0, 100) },
  };
}

/** The kept items as sentences: the key points if there are any. */
function overviewOf({ keyPoints, decisions, actionItems }: Lists): string {
  const kept = [keyPoints, decisions, actionItems].find((list) => list.length > 0) ?? [];
  return kept
    .slice(0, MAX_OVERVIEW_POINTS)
    .map(({ text }) => (/\p{P}$/u.test(text) ? text : `${text}.`))
    .join(' ');
}

/** One draft, repaired at most once. An answer stored before a crash is not requested again. */
async function askForDraft(
  options: OpenAiOptions,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  notes: WriterNotes,
): Promise<SummaryDraft> {
  const first = await askOnce(options, { messages, shape: DRAFT_SHAPE }, signal, notes);
  const read = judge(first);
  if (read.kind === 'draft') return read.draft;
  const tokens = answerTokens(options.contextTokens);
  const repair = repairMessages(messages, first.text, read.fault, tokens);
  const again = judge(
    await askOnce(options, { messages: repair, shape: DRAFT_SHAPE }, signal, notes),
  );
  if (again.kind === 'draft') return again.draft;
  throw new AnswerUnusable(
    'The answer of the language model does not match the schema, nor does the repaired one',
  );
}

async function askOnce(
  options: OpenAiOptions,
  question: Question,
  signal: AbortSignal,
  notes: WriterNotes,
): Promise<Extract<ModelAnswer, { kind: 'text' }>> {
  const key = createHash('sha256')
    .update(JSON.stringify([options.model, question.messages]))
    .digest('hex');
  const noted = await notes.read(key);
  const maxTokens = maxAnswerTokens(options.contextTokens);
  const answer =
    noted === null
      ? await askModel(options, { ...question, maxTokens }, signal, options.patience ?? PATIENCE)
      : (JSON.parse(noted) as ModelAnswer);
  if (noted === null) await notes.keep(key, JSON.stringify(answer));
  if (answer.kind === 'refused') throw new AnswerUnusable('The language model refused');
  return answer;
}

function judge({ text, cut }: { text: string; cut: boolean }): ReturnType<typeof readDraft> {
  const read = readDraft(text);
  return read.kind === 'faulty' && cut ? { kind: 'faulty', fault: 'it was cut off' } : read;
}
