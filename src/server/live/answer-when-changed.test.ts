import { expect, test } from 'vitest';
import type { Answer } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { answerWhenChanged, type Reading } from './answer-when-changed.ts';
import { heldReads } from './held-reads.ts';
import { rateLimits } from '../rates/rate-limits.ts';
import type { ServerContext } from '../server-context.ts';

const held = heldReads();
const limits = rateLimits({
  readPerMinute: 0,
  writePerMinute: 0,
  authFailuresPerMinute: 0,
  guestPerMinute: 0,
});
let version = 1;
const reads: string[] = [];

function waitAs(tenant: string): Promise<Answer> {
  const call = {
    actor: { keyId: tenant, tenant },
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
  return answerWhenChanged({ held, limits } as ServerContext, call, reading);
}

test('readers of one tenant woken by the same change share one read, and each is answered', async () => {
  const waiting = ['acme', 'acme', 'acme', 'globex', 'globex'].map(waitAs);
  await new Promise(setImmediate);
  expect(reads.splice(0)).toHaveLength(5);
  held.wake('mtg_1');
  await new Promise(setImmediate);
  expect(reads.splice(0)).toEqual(['acme', 'globex']);
  version = 2;
  held.wake('mtg_1');
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
  expect(reads).toEqual(['acme', 'globex']);
});
