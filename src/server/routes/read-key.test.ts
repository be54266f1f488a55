import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const world = await serverWorld({ rates: { readPerMinute: 600 } });

// Promise: E13
test('200: a key can read its own scopes, whatever they are', async () => {
  const expiresAt = new Date(world.clock.now().getTime() + 60_000);
  const key = await world.key({ scopes: [], tenant: 'acme', expiresAt });
  const { status, json, text } = await world.call('GET', '/v1/key', { key });
  expect([status, json]).toEqual([
    200,
    {
      keyId: key.split('_')[2],
      name: 'test',
      tenant: 'acme',
      scopes: [],
      createdAt: world.clock.now().toISOString(),
      expiresAt: expiresAt.toISOString(),
      limits: { readPerMinute: 600, writePerMinute: null, heldReads: 20 },
    },
  ]);
  expect(text).not.toContain(key.slice(-49));
});
