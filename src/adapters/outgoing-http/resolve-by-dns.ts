import { Resolver } from 'node:dns/promises';
import { callbackify } from 'node:util';
import type { Resolve } from './public-address.ts';

/** Two tries, the second of twice the time. */
const ASK = { timeout: 2_000, tries: 2 };

type Address = { address: string; family: 4 | 6 };

/**
 * A resolver that asks the name servers itself. `lookup` would occupy one of the two threads that a process has for
 * names until it is answered, and clients may name any number of hosts whose servers stay silent: no other name would
 * be found meanwhile, not even the database's. Hosts that only this machine knows, by its `hosts` file, are not found.
 * `servers`: instead of the machine's.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolve = callbackify((host: string) => addressesOf(host, servers));
  return (host, _, done) => resolve(host, (error, found) => done(error, found ?? []));
}

async function addressesOf(host: string, servers?: readonly string[]): Promise<Address[]> {
  // No name server need know these (RFC 6761, 6.3).
  if (/(?:^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  // Reads the machine's settings, which change.
  const resolver = new Resolver(ASK);
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...addressesIn(four, 4), ...addressesIn(six, 6)];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  if (found.length === 0) throw new Error('The name has no address');
  return found;
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): Address[] {
  if (answer.status === 'rejected') return [];
  return answer.value.map((address) => ({ address, family }));
}
