import { isIP } from 'node:net';
import type { UrlVerdict } from '../../core/ports.ts';
import { isPublicAddress } from './public-address.ts';

/** What the URL alone tells; `unknown` when its host is a name that must be looked up. */
export function judgeUrl(text: string, allowPrivate: boolean): UrlVerdict {
  // URL takes these and drops or encodes them; the database does not take NUL.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (allowPrivate) return 'allowed';
  const host = hostOf(url);
  if (isIP(host) === 0) return 'unknown';
  return isPublicAddress(host) ? 'allowed' : 'private_address';
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}
