// How many calls one API key or one address may make, counted in this process; share-rates.ts lets several processes
// count together.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isIPv4, isIPv6 } from 'node:net';
import { Problem, type ProblemMembers } from '../../core/problem.ts';

/** Calls in a minute; 0 = no limit. */
export type Rates = {
  readPerMinute: number;
  writePerMinute: number;
  authFailuresPerMinute: number;
  guestPerMinute: number;
};

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers; empty where there is no limit. */
export type RateHeaders = Record<string, string>;

/** Calls of a key or an address under one of the policies. */
export type Count = { policy: PolicyName; who: string; calls: number };
type PolicyName = (typeof POLICIES)[number];
export const POLICIES = ['read', 'write', 'auth', 'guest'] as const;

export type RateLimits = {
  rates: Rates;
  /** Counts a call with this API key. Problem rate_limited (policy read or write). */
  countCall(keyId: string, method: string): Promise<RateHeaders>;
  /** Problem rate_limited (policy auth) for an address from which too many authentications failed. */
  countFailedAuthentication(ip: string): Promise<RateHeaders>;
  /** Counts a call without a key, by its address or another name. Problem rate_limited (policy guest). */
  countGuest(ip: string): Promise<RateHeaders>;
  /** Adds what another process counted. */
  addCount(count: Count): void;
  /** One more held read of this key, until the returned function is called. Problem rate_limited (policy long-poll). */
  holdRead(keyId: string): () => void;
};

/** Held reads of one key at a time; applies even where the rates are 0. */
export const MAX_HELD_READS = 20;
const WINDOW_SECONDS = 60;
const HELD_RETRY_SECONDS = 5;

/** `tell` is called with each call that was counted here. */
export function rateLimits(rates: Rates, tell: (count: Count) => void = () => {}): RateLimits {
  const policies = {
    read: policy('read', rates.readPerMinute, tell),
    write: policy('write', rates.writePerMinute, tell),
    auth: policy('auth', rates.authFailuresPerMinute, tell),
    guest: policy('guest', rates.guestPerMinute, tell),
  };
  const { read, write, auth, guest } = policies;
  return {
    rates,
    countCall: (keyId, method) =>
      (method === 'GET' || method === 'HEAD' ? read : write).count(keyId),
    countFailedAuthentication: (ip) => auth.count(addressGroup(ip)),
    countGuest: (ip) => guest.count(addressGroup(ip)),
    addCount: ({ policy: name, who, calls }) => policies[name].add(who, calls),
    holdRead: heldReadsByKey(),
  };
}

function policy(name: PolicyName, perMinute: number, tell: (count: Count) => void) {
  if (perMinute === 0) return { count: async (): Promise<RateHeaders> => ({}), add: () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const headersFor = (state: RateLimiterRes): RateHeaders => ({
    'ratelimit-policy': `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${state.remainingPoints};t=${secondsOf(state)}`,
  });
  return {
    count: async (who: string): Promise<RateHeaders> => {
      try {
        const state = await limiter.consume(who);
        tell({ policy: name, who, calls: 1 });
        return headersFor(state);
      } catch (error) {
        throw error instanceof RateLimiterRes
          ? tooMany(name, secondsOf(error), headersFor(error))
          : error;
      }
    },
    add: (who: string, calls: number) => void limiter.penalty(who, calls),
  };
}

const secondsOf = (state: RateLimiterRes): number =>
  Math.max(1, Math.ceil(state.msBeforeNext / 1000));

function tooMany(
  name: string,
  retryAfter: number,
  headers: ProblemMembers['headers'] = {},
): Problem {
  return new Problem('rate_limited', { policy: name, retryAfter, headers });
}

function heldReadsByKey(): RateLimits['holdRead'] {
  const held = new Map<string, number>();
  return (keyId) => {
    const count = held.get(keyId) ?? 0;
    if (count >= MAX_HELD_READS) throw tooMany('long-poll', HELD_RETRY_SECONDS);
    held.set(keyId, count + 1);
    return () => {
      const left = (held.get(keyId) ?? 1) - 1;
      if (left > 0) held.set(keyId, left);
      else held.delete(keyId);
    };
  };
}

/** Prefixes of IPv4 addresses written as IPv6: mapped ones (RFC 4291), and those of a NAT64 (RFC 6052). */
const IPV4_INSIDE = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:'];

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, since the holder of one address in it has
 * them all. A client that has hung up has none.
 */
export function addressGroup(ip: string | undefined): string {
  if (ip === undefined) return '';
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
