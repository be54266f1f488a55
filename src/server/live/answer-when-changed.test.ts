import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { createApiKey } from '../../core/api-key/create-api-key.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { answerWhenChanged, type Reading } from './answer-when-changed.ts';
import { heldReads } from './held-reads.ts';
import { rateLimits } from '../rates/rate-limits.ts';
import type { ServerContext } from '../server-context.ts';

const { db } = await testDatabase();
const core = coreScene(db).ctx;
const held = heldReads();
const limits = rateLimits({
  readPerMinute: 0,
  writePerMinute: 0,
  authFailuresPerMinute: 0,
  guestPerMinute: 0,
});
let version = 1;
const reads: string[] = [];

async function keyOf(tenant: string): Promise<{ tenant: string; keyId: string | null }> {
  const input = { name: 'test', tenant, mode: 'test' as const, scopes: [], expiresAt: null };
  return { tenant, keyId: keyIdOf((await createApiKey(core, input)).key) };
}

function waitAs(actor: { tenant: string; keyId: string | null }): Promise<Answer> {
  const { tenant } = actor;
  const call = {
    actor,
    ifNoneMatch: '"1"',
    wait: { seconds: 30, onGone: () => {} },
  } as unknown as ApiCall;
  const reading: Reading<number> = {
    meetingRef: 'mtg_1',
    name: 'meeting',
    read: async () => {
      reads.push(tenant);
      return version;
    },
    answer: (seen) => ({
      status: seen === 1 ? 304 : 200,
      headers: { etag: `"${seen}"` },
      body: '',
    }),
  };
  return answerWhenChanged({ core, held, limits } as ServerContext, call, reading);
}

test('readers of one tenant woken by the same change share one read, and each is answered', async () => {
  const [acme, globex] = [await keyOf('acme'), await keyOf('globex')];
  const waiting = [acme, acme, acme, globex, globex].map(waitAs);
  await new Promise(setImmediate);
  expect(reads.splice(0)).toHaveLength(5);
  held.wake('mtg_1');
  await until('both have read', 10_000, () => reads.length >= 2);
  await new Promise(setImmediate);
  expect(reads.splice(0).toSorted()).toEqual(['acme', 'globex']);
  version = 2;
  held.wake('mtg_1');
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
  expect(reads.toSorted()).toEqual(['acme', 'globex']);
});
