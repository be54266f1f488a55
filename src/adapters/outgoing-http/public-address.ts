import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { UrlVerdict } from '../../core/ports.ts';

const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
// In IPv6 only 2000::/3 is public, and not all of it: not Teredo and the like, documentation, or 6to4
// (which holds any IPv4 address).
const PUBLIC_V6 = ['2000::/3'];
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
// An IPv4 address in another form: mapped, or translated by NAT64 (RFC 6052).
const HOLDS_V4 = ['::ffff:0:0/96', '64:ff9b::/96'];

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const publicV6 = listOf(PUBLIC_V6, 'ipv6');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');
const holdsV4 = listOf(HOLDS_V4, 'ipv6');

/**
 * Whether an IP address may be called for a client: false for loopback, private, link-local (where
 * cloud metadata lives), shared, multicast, reserved and unspecified ones, and for invalid input.
 * Source: IANA special-purpose registries.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateV4.check(address, 'ipv4');
  // A zone (fe80::1%eth0) belongs to a link.
  if (family !== 6 || address.includes('%')) return false;
  if (holdsV4.check(address, 'ipv6')) return isPublicAddress(heldV4(address));
  return publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
}

/** The last 32 bits of an IPv6 address as IPv4. */
function heldV4(address: string): string {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const groups = (canonical.split('::').at(-1) ?? '')
    .split(':')
    .map((group) => Number.parseInt(group || '0', 16));
  const bits = (groups.at(-2) ?? 0) * 65_536 + (groups.at(-1) ?? 0);
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Finds every address of a host, as `lookup` of node:dns does. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A host resolves to an address that may not be called. */
export class AddressNotAllowed extends Error {
  constructor() {
    super('The host resolves to an address that may not be called');
  }
}

/**
 * A `lookup` for sockets that fails with AddressNotAllowed when any address of the host is not
 * allowed. The socket connects to the very address returned: no second lookup can return another.
 */
export function checkedLookup(resolver: Resolve, isAllowed = isPublicAddress): LookupFunction {
  return (hostname, options, answer) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
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
