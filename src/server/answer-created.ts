import { type Answer, answerJson } from './call.ts';

/** 201 with the address of what was made; the same for the replay of an earlier 201, which says so. */
export function answerCreated(value: object, made: { location: string; replayed: boolean; headers?: Record<string, string> }): Answer {
  return answerJson(201, value, { ...made.headers, location: made.location, ...(made.replayed && { 'idempotent-replayed': 'true' }) });
}
