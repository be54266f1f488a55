import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { retryAfterMs } from '../../core/timing.ts';
import { addressOf, type OpenAiServer, type ServerCall } from './openai-server.ts';

export class AnswerTooLarge extends Error {}
/** The server answered 2xx, but the connection broke before the whole answer arrived. */
export class HalfAnAnswer extends Error {}

export type Post = {
  contentType: string;
  body: Uint8Array;
  /** Longer answers are refused. */
  mostBytes: number;
  signal: AbortSignal;
};
export type Answer = {
  status: number;
  retryAfterMs: number | null;
  /** Null unless the status is 2xx: other bodies are not read. */
  body: string | null;
};

/**
 * One call to a server that speaks OpenAI's API; redirects are not followed. Rejects with
 * AnswerTooLarge, HalfAnAnswer, the signal's reason, or a connection error. It does not use
 * `fetch`: when a connection breaks while a part of the answer is on its way to the reader, Node's
 * `fetch` leaves an uncatchable rejection that ends the process.
 */
export function postToServer(
  call: ServerCall,
  server: OpenAiServer,
  { contentType, body, mostBytes, signal }: Post,
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
    asked.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    asked.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const answer = { status, retryAfterMs: retryAfterMs(response.headers['retry-after']) };
      const broken = (): void =>
        reject(signal.aborted ? (signal.reason as Error) : new HalfAnAnswer('half an answer'));
      response.on('error', broken).on('aborted', broken);
      if (status < 200 || status > 299) {
        resolve({ ...answer, body: null });
        asked.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size <= mostBytes) return;
        reject(new AnswerTooLarge('answer too large'));
        asked.destroy();
      });
      response.on('end', () =>
        response.complete
          ? resolve({ ...answer, body: Buffer.concat(chunks).toString('utf8') })
          : broken(),
      );
    });
    asked.end(body);
  });
}
