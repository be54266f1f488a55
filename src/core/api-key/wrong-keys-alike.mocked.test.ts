// What could be timed from outside: how often the database is queried, and what is hashed and
// compared. bench/api.ts measures the times.
import { hash, timingSafeEqual } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { manualClock } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Database } from '../../store/schema.ts';
import { apiKeyCache } from './api-key-cache.ts';
import { createApiKey } from './create-api-key.ts';
import { newApiKey } from './key-format.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { forgedKey } from '../../../dev/world/service/forged-key.ts';

vi.mock('node:crypto', { spy: true });

const { url } = await testDatabase();
const statements: string[] = [];
const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  log: ({ query }) => void statements.push(query.sql),
});
afterAll(() => db.destroy());
const clock = manualClock();
const cache = apiKeyCache({ db, clock });

const issue = (expiresAt: Date | null = null) =>
  createApiKey(
    { db, clock },
    { name: 'a bot', tenant: 'acme', mode: 'test', scopes: ['meetings:read'], expiresAt },
  );

/** Issued, and known to the cache as valid. */
async function used(expiresAt: Date | null = null): Promise<{ key: string; keyId: string }> {
  const made = await issue(expiresAt);
  expect(await cache.verify(made.key)).not.toBeNull();
  return made;
}

const WRONG: Record<string, () => Promise<string>> = {
  'with an unknown id': async () => newApiKey('test').key,
  'with the id of an unused key': async () => forgedKey((await issue()).keyId),
  'with the id of a key in use': async () => forgedKey((await used()).keyId),
  'that is revoked': async () => {
    const { key, keyId } = await issue();
    await revokeApiKey({ db, clock }, keyId);
    return key;
  },
  'that was revoked while in use': async () => {
    const { key, keyId } = await used();
    await revokeApiKey({ db, clock }, keyId);
    cache.forget(keyId);
    return key;
  },
  'that has expired': async () => (await issue(clock.now())).key,
  'that expired while in use': async () => {
    const { key } = await used(new Date(clock.now().getTime() + 1_000));
    clock.advance(1);
    return key;
  },
};

async function workOf(key: string): Promise<object> {
  statements.length = 0;
  const [hashed, compared] = [vi.mocked(hash).mockClear(), vi.mocked(timingSafeEqual).mockClear()];
  expect(await cache.verify(key)).toBeNull();
  const lengths = compared.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength]);
  return { statements: [...statements], hashes: hashed.mock.calls.length, lengths };
}

describe.each(Object.keys(WRONG))('a key %s', (kind) => {
  // Promise: 42
  test('costs the work that every wrong key costs, at its first use and later', async () => {
    const key = await WRONG[kind]?.();
    if (key === undefined) throw new Error('no such kind');
    const each = {
      statements: [expect.stringContaining('left join api_key')],
      hashes: 2,
      lengths: [
        [32, 32],
        [32, 32],
      ],
    };
    expect([await workOf(key), await workOf(key), await workOf(key)]).toEqual([each, each, each]);
  });
});
