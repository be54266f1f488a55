// One question to a chat-completions server, over plain HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../core/timing.ts';
import { unlessHung } from './hung-server.ts';
import { type OpenAiServer, postToServer } from './post-to-server.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };
/** `cut` when the server stopped before the end of the answer. */
export type ModelAnswer = { kind: 'text'; text: string; cut: boolean } | { kind: 'refused' };

/** The server gave no usable answer. The message contains no text of the question or the answer. */
export class ModelUnavailable extends Error {}

export type Patience = {
  /** For one answer. */
  callMs: number;
  /** For all answers about a meeting. */
  wholeMs: number;
  maxTries: number;
  firstPauseMs: number;
  maxPauseMs: number;
};
export const PATIENCE: Patience = {
  // On a CPU, a model takes minutes to read and answer a long question, and other requests may be queued before ours.
  callMs: 600_000,
  // The summary's deadline is half an hour after the transcript's.
  wholeMs: 1_500_000,
  maxTries: 4,
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
};

const MAX_ANSWER_BYTES = 4_000_000;
/** A question that timed out, or whose answer broke off, may have been charged: it is repeated only once. */
const MAX_PAID = 2;

/** Why there is no answer when the server refuses every form of the question. */
const REFUSED = 'status 400 or 422, as when it holds less than PARLEY_SUMMARY_CONTEXT_TOKENS';

type Try =
  | { kind: 'answer'; answer: ModelAnswer }
  | { kind: 'again'; afterMs: number | null; why: string; mayBePaid: boolean }
  | { kind: 'plainer' }
  | { kind: 'no'; why: string };

/** What an answer must look like, as JSON schema. */
type AnswerShape = { name: string; schema: object };
export type Question = { messages: readonly ChatMessage[]; shape: AnswerShape };
/** `maxTokens`: a small model may repeat itself endlessly. */
type Bounded = Question & { maxTokens: number };

/** From what most current servers support to what every server supports. */
const FORMATS = ['json_schema', 'json_object', 'plain'] as const;
type Format = (typeof FORMATS)[number];
/** By server and model: the first format that worked, so that later calls start with it. */
const knownFormats = new Map<string, number>();

/**
 * The model's answer. Waits and retries after 408, 409, 429 (as long as Retry-After says, 60 s at
 * most), 5xx and broken connections; falls back to a simpler request when the server does not
 * support JSON schema, JSON or the options. Does not ask a server that hangs while another question waits for it.
 * Rejects with ModelUnavailable, or when `signal` aborts.
 */
export async function askModel(
  server: OpenAiServer,
  question: Bounded,
  signal: AbortSignal,
  patience: Patience = PATIENCE,
): Promise<ModelAnswer> {
  const key = `${server.url} ${server.model}`;
  let format = knownFormats.get(key) ?? 0;
  let paid = 0;
  let why = 'no answer';
  for (let tries = 1; tries <= patience.maxTries; tries += 1) {
    let outcome = await tryOnce(server, question, formatAt(format), signal, patience.callMs);
    while (outcome.kind === 'plainer' && format < FORMATS.length - 1) {
      format += 1;
      outcome = await tryOnce(server, question, formatAt(format), signal, patience.callMs);
    }
    if (outcome.kind === 'answer') {
      knownFormats.set(key, format);
      return outcome.answer;
    }
    why = outcome.kind === 'plainer' ? REFUSED : outcome.why;
    if (outcome.kind !== 'again') break;
    if (outcome.mayBePaid) paid += 1;
    if (paid >= MAX_PAID || tries === patience.maxTries) break;
    const pauseMs =
      outcome.afterMs ??
      backoffMs(tries, { firstMs: patience.firstPauseMs, maxMs: Infinity, factor: 4 });
    if (pauseMs > patience.maxPauseMs) break;
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  throw new ModelUnavailable(`The language model gave no answer (${why})`);
}

function formatAt(index: number): Format {
  return FORMATS[index] ?? 'plain';
}

function optionsOf(format: Format, { shape: { name, schema }, maxTokens }: Bounded): object {
  if (format === 'plain') return {};
  const wanted =
    format === 'json_object'
      ? { type: format }
      : { type: format, json_schema: { name, schema, strict: true } };
  return { temperature: 0, max_tokens: maxTokens, response_format: wanted };
}

async function tryOnce(
  server: OpenAiServer,
  asked: Bounded,
  format: Format,
  signal: AbortSignal,
  callMs: number,
): Promise<Try> {
  const question = {
    model: server.model,
    messages: asked.messages,
    stream: false,
    ...optionsOf(format, asked),
  };
  const answer = await unlessHung(server, () =>
    postToServer('chat/completions', server, {
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(question)),
      maxBytes: MAX_ANSWER_BYTES,
      withinMs: callMs,
      signal,
    }),
  );
  if (answer === null) return { kind: 'no', why: 'it hangs, and another question waits for it' };
  if (answer.kind === 'answered')
    return answer.body === null
      ? judgeStatus(answer.status, answer.retryAfterMs)
      : readAnswer(answer.body);
  const { why, mayBePaid } = answer;
  return why === 'answer too large'
    ? { kind: 'no', why }
    : { kind: 'again', afterMs: null, why, mayBePaid };
}

function judgeStatus(status: number, afterMs: number | null): Try {
  const why = `status ${status}`;
  if (status === 400 || status === 422) return { kind: 'plainer' };
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return { kind: 'again', afterMs, why, mayBePaid: false };
  return { kind: 'no', why };
}

type Completion = {
  choices?: {
    finish_reason?: unknown;
    message?: { content?: unknown; refusal?: unknown } | null;
  }[];
};

function readAnswer(body: string): Try {
  let completion: Completion | null;
  try {
    completion = JSON.parse(body) as Completion | null;
  } catch {
    return { kind: 'no', why: 'the answer is not JSON' };
  }
  const choice = Array.isArray(completion?.choices) ? completion.choices[0] : undefined;
  if (!choice) return { kind: 'no', why: 'the answer holds no choice' };
  const text = choice.message?.content;
  const cut = choice.finish_reason === 'length';
  if (choice.message?.refusal || choice.finish_reason === 'content_filter')
    return { kind: 'answer', answer: { kind: 'refused' } };
  if (typeof text !== 'string' || text.trim() === '')
    return { kind: 'answer', answer: cut ? { kind: 'text', text: '', cut } : { kind: 'refused' } };
  return { kind: 'answer', answer: { kind: 'text', text, cut } };
}
