import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../core/problem.ts';

const MAX_DEPTH = 8;
/** Strangers send it: spaces that two parts could match would take the square of their number. */
const TYPE = /^([\w.+-]+\/[\w.+-]+)(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?\s*$/i;

export function isJson(
  headers: IncomingHttpHeaders,
  types: readonly string[] = ['application/json'],
): boolean {
  return types.includes(TYPE.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '');
}

/**
 * Problems: unsupported_media_type unless the body is sent as one of these types of JSON in UTF-8,
 * without an encoding.
 */
export function requireJson(headers: IncomingHttpHeaders, types?: readonly string[]): void {
  if (!isJson(headers, types) || isEncoded(headers)) throw new Problem('unsupported_media_type');
}

export function isEncoded(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity';
}

/** One JSON value in UTF-8, with or without a byte order mark. Problems: malformed_json. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0)
    throw new Problem('malformed_json', { detail: 'The body is empty. Send one JSON value.' });
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed_json');
  }
  if (!isHarmless(value, MAX_DEPTH)) throw new Problem('malformed_json');
  return value;
}

/** False for values that are nested too deep or have members such as `__proto__`. */
function isHarmless(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || Object.hasOwn(value, '__proto__')) return false;
  const { constructor } = value as { constructor?: unknown };
  if (
    Object.hasOwn(value, 'constructor') &&
    typeof constructor === 'object' &&
    constructor !== null &&
    Object.hasOwn(constructor, 'prototype')
  )
    return false;
  return Object.values(value).every((member) => isHarmless(member, depth - 1));
}
