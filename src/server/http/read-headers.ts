import { Problem, type ProblemMembers } from '../../core/problem.ts';

const MAX_WAIT_SECONDS = 30;
const WAIT = /^wait\s*=\s*(?:"(\d{1,9})"|(\d{1,9}))\s*(?:;.*)?$/i;

/**
 * The seconds of the first `wait` preference (RFC 7240), 30 at most; null when there is none.
 * Invalid ones are ignored.
 */
export function readWait(prefer: string | string[] | undefined): number | null {
  for (const preference of [prefer ?? []].flat().join(',').split(',')) {
    const [, quoted, bare] = WAIT.exec(preference.trim()) ?? [];
    const seconds = quoted ?? bare;
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return null;
}

const HEADER = 'Idempotency-Key';
const DETAIL = 'Send 1 to 255 printable ASCII characters.';
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
const SF_STRING = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * The key, bare or from a structured-field string: `"abc"` and `abc` are the same. Problems:
 * idempotency_key_missing, _invalid.
 */
export function readIdempotencyKey(value: string | undefined): string {
  const given = value?.trim() ?? '';
  if (given === '') throw new Problem('idempotency_key_missing', members('required'));
  const key = given.startsWith('"')
    ? SF_STRING.exec(given)?.[1]?.replace(/\\(["\\])/g, '$1')
    : given;
  if (key === undefined || !PRINTABLE.test(key))
    throw new Problem('idempotency_key_invalid', members('format'));
  return key;
}

const members = (code: string): ProblemMembers => ({
  errors: [{ header: HEADER, code, detail: DETAIL }],
});

const EVENT_ID_DETAIL =
  'Send as Last-Event-ID the id of the last event from the stream, 0 for the oldest kept, or no header.';

/** The id of the last event that a client has; null when it has none. Problem malformed_request. */
export function readEventId(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return null;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new Problem('malformed_request', {
    detail: EVENT_ID_DETAIL,
    errors: [{ header: 'Last-Event-ID', code: 'value', detail: EVENT_ID_DETAIL }],
  });
}
