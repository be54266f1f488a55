import type { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { UrlVerdict } from '../../core/ports.ts';

export type Resolve = typeof lookup;

/** A host resolves to an address that may not be called. */
export class AddressNotAllowed extends Error {
  constructor() {
    super('The host resolves to an address that may not be called');
  }
}

/**
 * A `lookup` for sockets that fails with AddressNotAllowed when any address of the host is not
 * public. The socket connects to the very address returned: no second lookup can return another.
 */
export function checkedLookup(resolver: Resolve): LookupFunction {
  return (hostname, options, answer) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return answer(new AddressNotAllowed(), '', 0);
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

/** What the URL alone shows; `unknown` when its host is a name that must be resolved. */
export function judgeUrl(text: string, allowPrivate: boolean): UrlVerdict {
  // URL accepts these and drops or encodes them; the database does not accept NUL.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (allowPrivate) return 'allowed';
  const host = hostOf(url);
  if (isIP(host) === 0) return 'unknown';
  return isPublicAddress(host) ? 'allowed' : 'private_address';
}

/** The host without IPv6 brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}
