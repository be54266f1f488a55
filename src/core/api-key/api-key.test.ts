import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listen } from '../../store/notify.ts';
import { apiKeyCache } from './api-key-cache.ts';
import { createApiKey, type NewApiKey } from './create-api-key.ts';
import { keyIdOf, newApiKey } from './key-format.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { verifyApiKey } from './verify-api-key.ts';
import { forgedKey } from '../../../dev/world/service/forged-key.ts';

const { db, url } = await testDatabase();
const clock = manualClock();
const ctx = { db, clock };
const WISH: NewApiKey = {
  name: 'a bot',
  tenant: 'acme',
  mode: 'test',
  scopes: ['meetings:read', 'meetings:read'],
  expiresAt: null,
};

describe('form', () => {
  // Promise: 42
  test.each(['test', 'live'] as const)(
    'a %s key carries its mode, its id, 256 bits and a checksum',
    (mode) => {
      const { key, keyId } = newApiKey(mode);
      expect(key).toMatch(new RegExp(`^mapi_${mode}_${keyId}_[0-9A-Za-z]{49}$`));
      expect(keyIdOf(key)).toBe(keyId);
    },
  );

  // Promise: 42
  test('one changed character anywhere is detected without the database', () => {
    const { key } = newApiKey('live');
    for (let index = 10; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(keyIdOf(key.slice(0, index) + other + key.slice(index + 1))).toBeNull();
    }
  });
});

describe('issuing', () => {
  test('a key says who calls and with which scopes', async () => {
    const { key, keyId } = await createApiKey(ctx, WISH);
    expect(await verifyApiKey(ctx, key)).toEqual({
      actor: { kind: 'api_key', keyId, tenant: 'acme', scopes: ['meetings:read'] },
      expiresAt: null,
    });
  });

  // Promise: 42
  test('neither the table nor the listing holds the key', async () => {
    const { key, keyId } = await createApiKey(ctx, WISH);
    const row = await db
      .selectFrom('api_key')
      .selectAll()
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    const secret = key.slice(-49);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row.hash).toHaveLength(32);
    expect(JSON.stringify(await listApiKeys(ctx))).not.toContain(secret);
  });

  test('the listing says when a key was last used', async () => {
    const { key, keyId } = await createApiKey(ctx, WISH);
    const listed = async () => (await listApiKeys(ctx)).find((row) => row.keyId === keyId);
    expect(await listed()).toMatchObject({
      name: 'a bot',
      mode: 'test',
      lastUsedAt: null,
      revokedAt: null,
    });
    await verifyApiKey(ctx, key);
    expect((await listed())?.lastUsedAt).toEqual(clock.now());
  });
});

describe('refusing', () => {
  // Promise: 42
  test('an unknown key, another secret under a known id, a revoked and an expired key are nobody', async () => {
    const { key, keyId } = await createApiKey(ctx, WISH);
    await revokeApiKey(ctx, keyId);
    const expired = await createApiKey(ctx, { ...WISH, expiresAt: clock.now() });
    const known = await createApiKey(ctx, WISH);
    const answers = await Promise.all(
      [key, expired.key, forgedKey(known.keyId), newApiKey('test').key, 'noise', ''].map((wrong) =>
        verifyApiKey(ctx, wrong),
      ),
    );
    expect(answers).toEqual([null, null, null, null, null, null]);
  });

  test('a revocation keeps its first time; an unknown id is said to be unknown', async () => {
    const { keyId } = await createApiKey(ctx, WISH);
    const first = clock.now();
    expect(await revokeApiKey(ctx, keyId)).toBe(true);
    clock.advance(10);
    expect(await revokeApiKey(ctx, keyId)).toBe(true);
    expect((await listApiKeys(ctx)).find((row) => row.keyId === keyId)?.revokedAt).toEqual(first);
    expect(await revokeApiKey(ctx, 'AAAAAAAAAAAA')).toBe(false);
  });
});

describe('the cache', () => {
  test('a revoked key is refused at once where the notice arrives', async () => {
    const cache = apiKeyCache(ctx);
    const notices = listen(url, {
      onNotice: (notice) => cache.forget(notice.ref),
      onFault: console.error,
    });
    await notices.ready;
    const { key, keyId } = await createApiKey(ctx, WISH);
    expect(await cache.verify(key)).toMatchObject({ keyId });
    await revokeApiKey(ctx, keyId);
    await expect.poll(() => cache.verify(key)).toBeNull();
    await notices.stop();
  });

  test('without the notice a revoked key is good for 30 seconds at most', async () => {
    const cache = apiKeyCache(ctx);
    const { key, keyId } = await createApiKey(ctx, WISH);
    await cache.verify(key);
    await revokeApiKey(ctx, keyId);
    clock.advance(29);
    expect(await cache.verify(key)).not.toBeNull();
    clock.advance(1);
    expect(await cache.verify(key)).toBeNull();
  });

  test('a revocation wins over a key look-up that began before it', async () => {
    const { key, keyId } = await createApiKey(ctx, WISH);
    let isFirst = true;
    const revoking = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isFirst) {
          isFirst = false;
          await revokeApiKey(ctx, keyId);
          cache.forget(keyId);
        }
        return result;
      },
    });
    const cache = apiKeyCache({ clock, db: revoking });
    await cache.verify(key);
    expect(await cache.verify(key)).toBeNull();
  });

  test('concurrent calls look up their key in the database once', async () => {
    const { key } = await createApiKey(ctx, WISH);
    let asked = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const cache = apiKeyCache({ clock, db: counting });
    const actors = await Promise.all(Array.from({ length: 50 }, () => cache.verify(key)));
    expect(new Set(actors.map((actor) => actor?.tenant))).toEqual(new Set(['acme']));
    // What is known of the key, and that it was used.
    expect(asked).toBe(2);
  });

  test('a key that expires is refused from that moment on', async () => {
    const cache = apiKeyCache(ctx);
    const { key } = await createApiKey(ctx, {
      ...WISH,
      expiresAt: new Date(clock.now().getTime() + 5_000),
    });
    expect(await cache.verify(key)).not.toBeNull();
    clock.advance(5);
    expect(await cache.verify(key)).toBeNull();
  });

  test('a key with the id of a cached one and another secret is refused', async () => {
    const cache = apiKeyCache(ctx);
    const { key, keyId } = await createApiKey(ctx, WISH);
    await cache.verify(key);
    expect(await cache.verify(forgedKey(keyId))).toBeNull();
  });
});
