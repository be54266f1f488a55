import { silentForm } from './ask-for-words.ts';
import { type OpenAiServer, type Post, postToServer, type ServerCall } from './post-to-server.ts';

/** The reason, for the operator. */
export type Tried = { isFine: boolean; words: string };

/** A model that is loaded on first use is slow to answer. */
const ANSWERS_WITHIN_MS = 60_000;
const MAX_BYTES = 100_000;

/** Whether a language model answers a trivial question. */
export async function tryChatModel(server: OpenAiServer): Promise<Tried> {
  const ask = (limit: object): Promise<number> => {
    const messages = [{ role: 'user', content: 'Answer with the word ready.' }];
    const question = { model: server.model, messages, ...limit };
    return statusOf(server, 'chat/completions', {
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(question)),
    });
  };
  let status = await ask({ max_tokens: 5 });
  // Some models know this limit by another name. Their summaries are asked for without one, too.
  if (status === 400 || status === 422) status = await ask({});
  return isGood(status)
    ? { isFine: true, words: `${server.model} at ${hostOf(server)} answers` }
    : refusal(server, status);
}

/** Whether a speech server accepts a second of silence. */
export async function trySpeechServer(server: OpenAiServer): Promise<Tried> {
  const status = await statusOf(server, 'audio/transcriptions', await silentForm(server));
  if (isGood(status)) return { isFine: true, words: `${hostOf(server)} answers` };
  // It may transcribe speech all the same.
  if (status === 500)
    return { isFine: true, words: `${hostOf(server)} answers, but fails on silence (status 500)` };
  return refusal(server, status, 'refuses a second of silence');
}

/** 0 when it does not answer. */
async function statusOf(
  server: OpenAiServer,
  call: ServerCall,
  question: Pick<Post, 'contentType' | 'body'>,
): Promise<number> {
  const answer = await postToServer(call, server, {
    ...question,
    maxBytes: MAX_BYTES,
    withinMs: ANSWERS_WITHIN_MS,
  });
  return answer.kind === 'answered' ? answer.status : 0;
}

const isGood = (status: number): boolean => status >= 200 && status <= 299;

function refusal(
  server: OpenAiServer,
  status: number,
  otherMeaning = 'refuses the question',
): Tried {
  if (status === 0) return { isFine: false, words: `${hostOf(server)} does not answer` };
  const meaning = MEANINGS[status] ?? otherMeaning;
  return { isFine: false, words: `${hostOf(server)} ${meaning} (status ${status})` };
}

const MEANINGS: Record<number, string> = {
  401: 'refuses the key',
  403: 'refuses the key',
  404: 'does not know the model or the address',
};

const hostOf = ({ url }: OpenAiServer): string => new URL(url).host;
