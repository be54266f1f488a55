import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem } from '../../core/problem.ts';

const EMPTY = Buffer.alloc(0);
const MAX_BODY_BYTES = 64 * 1024;

/**
 * The whole body. Problems: body_too_large; the rest of such a body is read and discarded, so
 * that the answer arrives.
 */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  // RFC 9112, 6.3: then there is no body.
  if (length === undefined && encoding === undefined) return Promise.resolve(EMPTY);
  if (Number(length ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      // A late error of the abandoned stream must not end the process.
      request.on('error', () => {}).resume();
      finish();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks)));
    const onBreak = (): void => settle(() => reject(new Problem('malformed_request')));
    request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

const tooLarge = (maxBytes: number): Problem =>
  new Problem('body_too_large', { detail: `Send at most ${maxBytes / 1024} KiB.` });

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
