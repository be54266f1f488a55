import type { Actor, Ctx } from '../context.ts';
import { hashOf, keyIdOf, sameHash } from './key-format.ts';
import { type VerifiedKey, verifyApiKey } from './verify-api-key.ts';

export type ApiKeyCache = {
  /** Like `verifyApiKey`, but a valid key is trusted for up to 30 s. */
  verify(key: string): Promise<Actor | null>;
  /** Looks the key up again at its next use. */
  forget(keyId: string): void;
  /** The same for every key. */
  forgetAll(): void;
};

type Entry = { hash: Buffer; until: number; verified: VerifiedKey };

const KEEP_MS = 30_000;
const MAX_KEYS = 10_000;

/** Saves one query per request. Keeps only valid keys, so that no wrong key is refused faster than another. */
export function apiKeyCache(ctx: Pick<Ctx, 'db' | 'clock'>): ApiKeyCache {
  const entries = new Map<string, Entry>();
  /** By hash: calls that come together share one look-up. */
  const underWay = new Map<string, Promise<Actor | null>>();
  let forgotten = 0;

  async function lookUp(key: string, keyId: string, hash: Buffer): Promise<Actor | null> {
    const before = forgotten;
    const verified = await verifyApiKey(ctx, key);
    if (verified === null) return null;
    if (entries.size >= MAX_KEYS) entries.clear();
    // A revocation that arrives during the query wins.
    if (before === forgotten)
      entries.set(keyId, { hash, until: ctx.clock.now().getTime() + KEEP_MS, verified });
    return verified.actor;
  }

  function lookUpTogether(key: string, keyId: string, hash: Buffer): Promise<Actor | null> {
    const id = hash.toString('base64');
    const shared = underWay.get(id);
    if (shared) return shared;
    const mine = lookUp(key, keyId, hash).finally(() => {
      if (underWay.get(id) === mine) underWay.delete(id);
    });
    underWay.set(id, mine);
    return mine;
  }

  return {
    verify: async (key) => {
      const keyId = keyIdOf(key);
      if (keyId === null) return null;
      const hash = hashOf(key);
      const entry = entries.get(keyId);
      if (sameHash(hash, entry?.hash) && entry && isFresh(entry, ctx.clock.now()))
        return entry.verified.actor;
      return lookUpTogether(key, keyId, hash);
    },
    forget: (keyId) => {
      forgotten++;
      entries.delete(keyId);
      underWay.clear();
    },
    forgetAll: () => {
      forgotten++;
      entries.clear();
      underWay.clear();
    },
  };
}

function isFresh({ until, verified }: Entry, now: Date): boolean {
  return now.getTime() < until && (verified.expiresAt === null || now < verified.expiresAt);
}
