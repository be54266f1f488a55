import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { ApiCall } from './call.ts';
import { etagOf, matchesWeakly } from './etag.ts';

/**
 * `format` names the media type in the ETag. `pollSeconds` becomes Retry-After. `body` is asked for
 * only when it is sent.
 */
export type Representation = {
  version: number;
  format: string;
  contentType: string;
  body: () => string;
  pollSeconds: number | null;
};

/** 200 with a strong ETag, or 304 when the caller holds this version already (RFC 9110, 13.1.2). */
export function represent(call: Pick<ApiCall, 'ifNoneMatch'>, of: Representation): Answer {
  const etag = etagOf(of.version, of.format);
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Accept, Prefer',
  };
  if (of.pollSeconds !== null) headers['retry-after'] = String(of.pollSeconds);
  if (matchesWeakly(call.ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': of.contentType }, body: of.body() };
}

export function representJson(
  call: Pick<ApiCall, 'ifNoneMatch'>,
  value: object,
  reading: { version: number; pollSeconds: number | null },
): Answer {
  return represent(call, {
    ...reading,
    format: 'json',
    contentType: 'application/json',
    body: () => JSON.stringify(value),
  });
}

/** The same for what has no version of its own: the ETag is of the content. */
export function representContent(
  call: Pick<ApiCall, 'ifNoneMatch'>,
  contentType: string,
  body: string,
): Answer {
  const digest = createHash('sha256').update(contentType).update(body).digest('base64url');
  const etag = `"${digest.slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Accept, Prefer' };
  if (matchesWeakly(call.ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body };
}
