import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { LinkKeys } from '../context.ts';
import { canonicalJson } from '../idempotency/canonical-json.ts';
import { Problem } from '../problem.ts';

// AES-256-GCM: clients can neither read nor change a token, nor use one of another list, tenant or filter.
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The token of the page that begins after `position` in the list that `list` describes (its name,
 * tenant and filters).
 */
export function pageToken(keys: LinkKeys, list: object, position: object): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(keys, keys.current), iv).setAAD(fingerprint(list));
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify(position), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${keys.current}.${sealed.toString('base64url')}`;
}

/** The position in a token of exactly this list. Problem invalid_parameter. */
export function readPageToken(keys: LinkKeys, list: object, token: string): unknown {
  const dot = token.lastIndexOf('.');
  const sealed = Buffer.from(token.slice(dot + 1), 'base64url');
  try {
    const decipher = createDecipheriv(
      CIPHER,
      keyOf(keys, token.slice(0, dot)),
      sealed.subarray(0, IV_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(fingerprint(list)).setAuthTag(sealed.subarray(-TAG_BYTES));
    const open = Buffer.concat([
      decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    return JSON.parse(open.toString('utf8'));
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

const USUAL = 50;
const MOST = 200;

/** `pageSize` of the query, which is a positive whole number by the contract: 50 when absent, 200 at most. */
export function pageSizeOf(pageSize: string | undefined): number {
  return pageSize === undefined ? USUAL : Math.min(Number(pageSize), MOST);
}
