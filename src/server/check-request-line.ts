import type { IncomingMessage } from 'node:http';
import { Problem } from '../core/problem.ts';

const MAX_URL_BYTES = 2048;
// livekit-client puts its token and a description of itself into the query.
const SIGNALLING = /^\/rtc(?:[/?]|$)/;
const ONCE_ONLY = ['authorization', 'idempotency-key'];

/** What Node's parser lets through though it is not a sound request. Problems: uri_too_long, malformed_request. */
export function checkRequestLine({ url = '', headers, httpVersion, rawHeaders }: IncomingMessage): void {
  if (url.length > MAX_URL_BYTES && !SIGNALLING.test(url)) throw new Problem('uri_too_long');
  if (url.includes('#') || (headers.host === undefined && httpVersion === '1.1')) throw new Problem('malformed_request');
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (ONCE_ONLY.some((name) => names.indexOf(name) !== names.lastIndexOf(name))) throw new Problem('malformed_request');
}
