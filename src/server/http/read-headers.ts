import type { FaultCode } from '../../../contract/fault-codes.ts';
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

const members = (code: FaultCode): ProblemMembers => ({
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

type Range = { type: string; subtype: string; quality: number };

/**
 * The offered media type that `accept` prefers, the first of equals; an empty header counts as none.
 * Problems: not_acceptable.
 */
export function chooseMediaType<Offer extends string>(
  accept: string | undefined,
  offers: readonly Offer[],
): Offer {
  const wish = accept?.trim() || '*/*';
  if (wish === '*/*' && offers[0] !== undefined) return offers[0];
  const ranges = wish.split(',').flatMap(readRange);
  let best: { offer: Offer; quality: number } | null = null;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > (best?.quality ?? 0)) best = { offer, quality };
  }
  if (best === null)
    throw new Problem('not_acceptable', { detail: `Accept one of: ${offers.join(', ')}.` });
  return best.offer;
}

function readRange(text: string): Range[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [type, subtype] = range.split('/');
  if (!type || !subtype) return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return [{ type, subtype, quality: quality >= 0 && quality <= 1 ? quality : 0 }];
}

/** The most specific range that fits decides (RFC 9110, 12.5.1). */
function qualityOf(offer: string, ranges: Range[]): number {
  const [type, subtype] = offer.split('/');
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
  const family = ranges.find((range) => range.type === type && range.subtype === '*');
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*');
  return (exact ?? family ?? any)?.quality ?? 0;
}
