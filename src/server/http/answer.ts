import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A stream as a body is sent until it ends or the client hangs up. */
export type Answer = { status: number; headers: Record<string, string>; body: string | Readable };

export function answerJson(
  status: number,
  value: object,
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}

/** 204. */
export const noContent: Answer = {
  status: 204,
  headers: { 'cache-control': 'no-store' },
  body: '',
};

/** What a call with an Idempotency-Key is answered; the same for its replay, which says so. */
export function answerOnce(
  status: number,
  value: object,
  replayed: boolean,
  headers: Record<string, string> = {},
): Answer {
  return answerJson(status, value, {
    ...headers,
    ...(replayed && { 'idempotent-replayed': 'true' }),
  });
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body === '') {
    // Without a stream, Fastify gives a HEAD the length 0, whatever the length of the GET.
    return reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
  }
  // With our own serializer, Fastify does not change the Content-Type of a text.
  return reply.serializer(asItIs).send(answer.body);
}

const asItIs = (text: string): string => text;
