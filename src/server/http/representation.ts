import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { ApiCall } from './call.ts';

/**
 * `format` names the media type in the ETag. `pollSeconds` becomes Retry-After. `body` is called
 * only when it is sent.
 */
type Representation = {
  version: number;
  format: string;
  contentType: string;
  body: () => string;
  pollSeconds: number | null;
};

/** 200 with a strong ETag, or 304 when the caller already has this version (RFC 9110, 13.1.2). */
export function represent(call: Pick<ApiCall, 'ifNoneMatch'>, of: Representation): Answer {
  const unchanged = answerUnchanged(call, of);
  if (unchanged !== null) return unchanged;
  const headers = headersOf(etagOf(of.version, of.format), of.pollSeconds);
  return { status: 200, headers: { ...headers, 'content-type': of.contentType }, body: of.body() };
}

/** 304, or null when the caller does not have this version. */
export function answerUnchanged(
  call: Pick<ApiCall, 'ifNoneMatch'>,
  { version, format, pollSeconds }: Pick<Representation, 'version' | 'format' | 'pollSeconds'>,
): Answer | null {
  const etag = etagOf(version, format);
  if (!matchesWeakly(call.ifNoneMatch, etag)) return null;
  return { status: 304, headers: headersOf(etag, pollSeconds), body: '' };
}

function headersOf(etag: string, pollSeconds: number | null): Record<string, string> {
  return {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Accept, Prefer',
    ...(pollSeconds !== null && { 'retry-after': String(pollSeconds) }),
  };
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

/** `stable`: the content without what differs from read to read. `body` is called only when it is sent. */
type Content = { contentType: string; stable: string; body: () => string };

/** The same for resources without a version: a weak ETag is derived from the stable content (RFC 9110, 8.8.1). */
export function representContent(
  call: Pick<ApiCall, 'ifNoneMatch'>,
  { contentType, stable, body }: Content,
): Answer {
  const digest = createHash('sha256').update(contentType).update(stable).digest('base64url');
  const etag = `W/"${digest.slice(0, 22)}"`;
  const headers = headersOf(etag, null);
  if (matchesWeakly(call.ifNoneMatch, etag)) return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body: body() };
}

/** The strong ETag of one version of a resource in one format, such as `"3-json"` (RFC 9110, 8.8.3). */
export function etagOf(version: number, format = 'json'): string {
  return `"${version}-${format}"`;
}

/** Strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing. */
export function matchesStrongly(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === etag);
}

/** Weak comparison (RFC 9110, 13.1.2): whether the caller has this version. */
function matchesWeakly(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => tag === opaque);
}
