import type { OpenAiServer, ServerCall } from './openai-server.ts';
import { postToServer } from './post-to-server.ts';

/** The reason, for the operator. */
export type Tried = { isFine: boolean; words: string };

/** A model that is loaded on first use is slow to answer. */
const ANSWERS_WITHIN_MS = 60_000;
const MAX_BYTES = 100_000;

/** Whether a language model answers a trivial question. */
export async function tryChatModel(server: OpenAiServer): Promise<Tried> {
  const question = {
    model: server.model,
    messages: [{ role: 'user', content: 'Answer with the word ready.' }],
    max_tokens: 5,
  };
  return tried(server, 'chat/completions', JSON.stringify(question), 'application/json');
}

/** Whether a speech server is there and accepts the key. It gets no sound, so an error about the request is fine. */
export async function trySpeechServer(server: OpenAiServer): Promise<Tried> {
  const outcome = await tried(server, 'audio/transcriptions', '{}', 'application/json');
  const isPresent = outcome.isFine || /\b4(?:00|15|22)\b/.test(outcome.words);
  return isPresent ? { isFine: true, words: `${hostOf(server)} answers` } : outcome;
}

async function tried(
  server: OpenAiServer,
  call: ServerCall,
  body: string,
  contentType: string,
): Promise<Tried> {
  try {
    const { status } = await postToServer(call, server, {
      contentType,
      body: Buffer.from(body),
      mostBytes: MAX_BYTES,
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (status >= 200 && status <= 299)
      return { isFine: true, words: `${server.model} at ${hostOf(server)} answers` };
    const meaning = MEANINGS[status] ?? 'refuses the question';
    return { isFine: false, words: `${hostOf(server)} ${meaning} (status ${status})` };
  } catch {
    return { isFine: false, words: `${hostOf(server)} does not answer` };
  }
}

const MEANINGS: Record<number, string> = {
  401: 'refuses the key',
  403: 'refuses the key',
  404: 'does not know the model or the address',
};

const hostOf = ({ url }: OpenAiServer): string => new URL(url).host;
