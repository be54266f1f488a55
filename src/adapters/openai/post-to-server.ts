import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { retryAfterMs } from '../../core/timing.ts';

/** A server that speaks OpenAI's API. `url`: its base, its `/v1`, or the whole address of a call. */
export type OpenAiServer = { url: string; apiKey: string | null; model: string };

export type ServerCall = 'audio/transcriptions' | 'chat/completions';

export type Post = {
  contentType: string;
  body: Uint8Array;
  /** Longer answers are refused. */
  maxBytes: number;
  withinMs: number;
  signal?: AbortSignal;
};

export type Answer =
  /** `body`: null unless the status is 2xx: other bodies are not read. */
  | { kind: 'answered'; status: number; retryAfterMs: number | null; body: string | null }
  /** `mayBePaid`: the server may charge for this call. */
  | { kind: 'failed'; why: Failure; mayBePaid: boolean };
/** `half an answer`: the server answered 2xx, but the connection broke before the whole answer arrived. */
type Failure = 'no answer in time' | 'half an answer' | 'answer too large' | 'connection failed';

/** One call to the server; redirects are not followed. Rejects only when `signal` aborts. */
export async function postToServer(
  call: ServerCall,
  server: OpenAiServer,
  { withinMs, signal, ...post }: Post,
): Promise<Answer> {
  const late = AbortSignal.timeout(withinMs);
  try {
    const signals = signal ? [signal, late] : [late];
    return await exchange(call, server, { ...post, signal: AbortSignal.any(signals) });
  } catch {
    signal?.throwIfAborted();
    return failed(late.aborted ? 'no answer in time' : 'connection failed');
  }
}

function failed(why: Failure): Answer {
  return { kind: 'failed', why, mayBePaid: why !== 'connection failed' };
}

/**
 * Does not use `fetch`: when a connection breaks while a part of the answer is on its way to the reader, Node's `fetch`
 * leaves an uncatchable rejection that ends the process.
 */
function exchange(
  call: ServerCall,
  server: OpenAiServer,
  { contentType, body, maxBytes, signal }: Omit<Post, 'withinMs'> & { signal: AbortSignal },
): Promise<Answer> {
  const url = new URL(addressOf(call, server.url));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    'content-type': contentType,
    'content-length': body.byteLength,
    ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
  };
  return new Promise((resolve, reject) => {
    const asked = send(url, { method: 'POST', headers, signal });
    asked.on('error', reject);
    asked.on('close', () => reject(new Error('the connection closed without an answer')));
    // A 101: without a listener the request would only close, without a response or an error.
    asked.on('upgrade', (response, socket) => {
      resolve({ ...answeredBy(response), body: null });
      socket.destroy();
    });
    asked.on('response', (response) => {
      const answered = answeredBy(response);
      const broken = (): void =>
        signal.aborted ? reject(signal.reason as Error) : resolve(failed('half an answer'));
      response.on('error', broken).on('aborted', broken);
      // A reset is an error of the request first.
      asked.off('error', reject).on('error', broken);
      if (answered.status < 200 || answered.status > 299) {
        resolve({ ...answered, body: null });
        asked.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size <= maxBytes) return;
        resolve(failed('answer too large'));
        asked.destroy();
      });
      response.on('end', () =>
        response.complete
          ? resolve({ ...answered, body: Buffer.concat(chunks).toString('utf8') })
          : broken(),
      );
    });
    asked.end(body);
  });
}

function answeredBy({ statusCode = 0, headers }: IncomingMessage) {
  return {
    kind: 'answered',
    status: statusCode,
    retryAfterMs: retryAfterMs(headers['retry-after']),
  } as const;
}

/** The URL of `call` on the server. */
export function addressOf(call: ServerCall, url: string): string {
  const base = url.replace(/\/+$/, '');
  if (base.endsWith(`/${call}`)) return base;
  return /\/v\d+[a-z]*$/.test(base) ? `${base}/${call}` : `${base}/v1/${call}`;
}
