import { isIP } from 'node:net';

const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether the server that answers requests can read it: addresses, networks and names of networks,
 * separated by commas.
 */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => NAMED.includes(part.trim()) || isNetwork(part.trim()));
}

function isNetwork(text: string): boolean {
  const [, address = '', range] = /^([^/]+)(?:\/(.+))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || range === undefined) return family !== 0;
  if (family === 4 && isIP(range) === 4) return true;
  return (
    /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (family === 4 ? 32 : 128)
  );
}
