import { type Answer, answerJson } from './call.ts';

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
