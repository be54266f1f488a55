import { createHash, hkdfSync } from 'node:crypto';
import type { LinkKeys } from '../context.ts';
import { canonicalJson } from '../idempotency/canonical-json.ts';
import { Problem } from '../problem.ts';
import { seal, unseal } from '../sealing.ts';

/**
 * The token of the page that begins after `position` in the list that `list` describes (its name,
 * tenant and filters). Clients can neither read nor change it, nor use it for another list, tenant or filter.
 */
export function pageToken(keys: LinkKeys, list: object, position: object): string {
  const content = Buffer.from(JSON.stringify(position));
  return `${keys.current}.${seal(keyOf(keys, keys.current), content, fingerprint(list))}`;
}

/** The position in a token of exactly this list. Problem invalid_parameter. */
export function readPageToken(keys: LinkKeys, list: object, token: string): unknown {
  const dot = token.lastIndexOf('.');
  try {
    const key = keyOf(keys, token.slice(0, dot));
    return JSON.parse(unseal(key, token.slice(dot + 1), fingerprint(list)).toString('utf8'));
  } catch (cause) {
    const detail = 'Is not a nextPageToken of this list with these filters.';
    throw new Problem('invalid_parameter', {
      errors: [{ parameter: 'pageToken', code: 'value', detail }],
      cause,
    });
  }
}

function keyOf(keys: LinkKeys, keyId: string): Buffer {
  const key = Object.hasOwn(keys.keys, keyId) ? keys.keys[keyId] : undefined;
  if (key === undefined) throw new Error('No such key');
  return Buffer.from(hkdfSync('sha256', key, '', 'page-token', 32));
}

const fingerprint = (list: object): Buffer =>
  createHash('sha256').update(canonicalJson(list)).digest();

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** `pageSize` of the query, which is a positive whole number by the contract: 50 when absent, 200 at most. */
export function pageSizeOf(pageSize: string | undefined): number {
  return pageSize === undefined ? DEFAULT_PAGE_SIZE : Math.min(Number(pageSize), MAX_PAGE_SIZE);
}
