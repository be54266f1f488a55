// Whether timing tells wrong keys apart: one connection, sequential calls, the kinds in a new order each round.
import { Client } from 'undici';
import { createApiKey } from '../../src/core/api-key/create-api-key.ts';
import { newApiKey } from '../../src/core/api-key/key-format.ts';
import { revokeApiKey } from '../../src/core/api-key/revoke-api-key.ts';
import { forgedKey } from '../../dev/world/service/forged-key.ts';
import type { Db } from '../../src/store/schema.ts';
import { send } from './requests.ts';
import { median, percentile } from '../row.ts';

export type KeyTiming = { kind: string; medianUs: number; quartilesUs: [number, number] };

const ROUNDS = 2_000;
const WARM_UP = 200;

export async function timeWrongKeys({
  url,
  apiKey,
  db,
}: {
  url: string;
  apiKey: string;
  db: Db;
}): Promise<KeyTiming[]> {
  const keys = await wrongKeys(db, apiKey);
  const client = new Client(url);
  const times = new Map(keys.map(({ kind }) => [kind, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const { kind, key } of shuffled(keys)) {
      const started = performance.now();
      await send(client, {
        method: 'GET',
        path: '/v1/meetings/none',
        headers: { authorization: `Bearer ${key}` },
        status: 401,
      });
      if (round >= WARM_UP) times.get(kind)?.push((performance.now() - started) * 1000);
    }
  }
  await client.close();
  return [...times].map(([kind, us]) => ({
    kind,
    medianUs: median(us),
    quartilesUs: [percentile(us, 25), percentile(us, 75)],
  }));
}

async function wrongKeys(db: Db, inUse: string): Promise<{ kind: string; key: string }[]> {
  const ctx = { db, clock: { now: () => new Date() } };
  const issue = (expiresAt: Date | null) =>
    createApiKey(ctx, {
      name: 'bench',
      tenant: 'default',
      mode: 'test',
      scopes: ['meetings:read'],
      expiresAt,
    });
  const [revoked, expired] = [await issue(null), await issue(new Date(Date.now() - 1_000))];
  await revokeApiKey(ctx, revoked.keyId);
  return [
    { kind: 'unknown id', key: newApiKey('test').key },
    { kind: 'id of a key in use, another secret', key: forgedKey(inUse.split('_')[2] ?? '') },
    { kind: 'revoked', key: revoked.key },
    { kind: 'expired', key: expired.key },
  ];
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
