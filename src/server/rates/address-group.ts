import { isIPv4, isIPv6 } from 'node:net';

/** Prefixes of IPv4 addresses written as IPv6: mapped ones (RFC 4291), and those of a NAT64 (RFC 6052). */
const IPV4_INSIDE = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:'];

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, since the holder of one address in it has
 * them all.
 */
export function addressGroup(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (isIPv4(address) || !isIPv6(address)) return ip;
  const groups = groupsOf(address);
  const written = groups.join(':');
  if (IPV4_INSIDE.some((prefix) => written.startsWith(prefix))) return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** All eight, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = short
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function ipv4Of(groups: readonly string[]): string {
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
