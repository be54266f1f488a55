import { type OpenAiServer, postToServer, type ServerCall } from './post-to-server.ts';

/** The reason, for the operator. */
export type Tried = { isFine: boolean; words: string };

/** A model that is loaded on first use is slow to answer. */
const ANSWERS_WITHIN_MS = 60_000;
const MAX_BYTES = 100_000;
/** About the request, by a server that accepts the key. */
const COMPLAINTS = [400, 415, 422];

/** Whether a language model answers a trivial question. */
export async function tryChatModel(server: OpenAiServer): Promise<Tried> {
  const status = await statusOf(server, 'chat/completions', {
    model: server.model,
    messages: [{ role: 'user', content: 'Answer with the word ready.' }],
    max_tokens: 5,
  });
  return isGood(status)
    ? { isFine: true, words: `${server.model} at ${hostOf(server)} answers` }
    : refusal(server, status);
}

/** Whether a speech server is there and accepts the key. It gets no sound, so an error about the request is fine. */
export async function trySpeechServer(server: OpenAiServer): Promise<Tried> {
  const status = await statusOf(server, 'audio/transcriptions', {});
  return isGood(status) || COMPLAINTS.includes(status)
    ? { isFine: true, words: `${hostOf(server)} answers` }
    : refusal(server, status);
}

/** 0 when it does not answer. */
async function statusOf(server: OpenAiServer, call: ServerCall, question: object): Promise<number> {
  const answer = await postToServer(call, server, {
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(question)),
    mostBytes: MAX_BYTES,
    withinMs: ANSWERS_WITHIN_MS,
  });
  return answer.kind === 'answered' ? answer.status : 0;
}

const isGood = (status: number): boolean => status >= 200 && status <= 299;

function refusal(server: OpenAiServer, status: number): Tried {
  if (status === 0) return { isFine: false, words: `${hostOf(server)} does not answer` };
  const meaning = MEANINGS[status] ?? 'refuses the question';
  return { isFine: false, words: `${hostOf(server)} ${meaning} (status ${status})` };
}

const MEANINGS: Record<number, string> = {
  401: 'refuses the key',
  403: 'refuses the key',
  404: 'does not know the model or the address',
};

const hostOf = ({ url }: OpenAiServer): string => new URL(url).host;
