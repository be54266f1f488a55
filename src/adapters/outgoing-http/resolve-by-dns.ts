import { Resolver } from 'node:dns';
import type { Resolve } from './public-address.ts';

/** Two tries, the second of twice the time. */
const ASK = { timeout: 2_000, tries: 2 };
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];

/**
 * A resolver that asks the name servers itself. `lookup` would occupy one of the two threads that a process has for
 * names until it is answered, and clients may name any number of hosts whose servers stay silent: no other name would
 * be found meanwhile, not even the database's. Hosts that only this machine knows, by its `hosts` file, are not found.
 * `servers`: instead of the machine's.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  return (host, _, done) => {
    // No name server need know these (RFC 6761, 6.3).
    if (/(?:^|\.)localhost\.?$/i.test(host)) return done(null, LOOPBACK);
    // Reads the machine's settings, which change.
    const resolver = new Resolver(ASK);
    if (servers) resolver.setServers(servers);
    const v4 = addressesBy((found) => resolver.resolve4(host, found), 4);
    const v6 = addressesBy((found) => resolver.resolve6(host, found), 6);
    void Promise.all([v4, v6]).then(([four, six]) => {
      const addresses = [four, six].flatMap((answer) => ('found' in answer ? answer.found : []));
      if (addresses.length > 0) return done(null, addresses);
      done('error' in four ? four.error : new Error('The name has no address'), []);
    });
  };
}

type Answer = { found: { address: string; family: number }[] } | { error: Error };

function addressesBy(
  ask: (found: (error: Error | null, addresses: string[]) => void) => void,
  family: 4 | 6,
): Promise<Answer> {
  return new Promise((resolve) =>
    ask((error, addresses) =>
      resolve(error ? { error } : { found: addresses.map((address) => ({ address, family })) }),
    ),
  );
}
