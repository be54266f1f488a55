import type { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type Resolve = typeof lookup;

/** A host leads to an address that may not be called. */
export class AddressNotAllowed extends Error {
  constructor() {
    super('The host leads to an address that may not be called');
  }
}

/**
 * A `lookup` for sockets that fails with AddressNotAllowed when any address of the host is not
 * public. What it answers is what the socket connects to: no second look-up can say something else.
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
