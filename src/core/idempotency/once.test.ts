// Fifty callers with one key over real HTTP, whose link to the real database breaks at any statement or answer.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Break, type Cut, cuttingProxy } from '../../../dev/world/service/cutting-proxy.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { openStore } from '../../store/open-store.ts';

const CALLERS = 50;
const RUNS = 8;
const MAX_TRIES = 30;
/** Errors after which an honest caller retries with the same key. */
const AGAIN = [409, 503];

const { db, url } = await testDatabase();
const line = await cuttingProxy(url);
const throughLine = openStore(line.url, 20);
const world = await serverWorld({ ctx: { db: throughLine } });
afterAll(async () => {
  await throughLine.destroy();
  await line.close();
});

type Caller = { text: string; replayed: boolean; tries: number };

/** Calls until the answer is 201, and checks at once that what it names exists. */
async function insist(
  path: string,
  idempotencyKey: string,
  body: object,
  isThere: (json: object) => Promise<boolean>,
): Promise<Caller> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const reply = await world.call('POST', path, { body, idempotencyKey });
    if (reply.status === 201) {
      expect(await isThere(reply.json), 'I8: a 201 is durable before it is sent').toBe(true);
      return { text: reply.text, replayed: reply.headers.has('idempotent-replayed'), tries };
    }
    expect(AGAIN).toContain(reply.status);
  }
  throw new Error(`not answered with 201 in ${MAX_TRIES} tries`);
}

const breaks: Break[] = ['before the statement', 'before the answer', 'after the answer'];
const cuts: fc.Arbitrary<Cut[]> = fc.array(
  fc.record({ pieces: fc.integer({ min: 1, max: 60 }), at: fc.constantFrom(...breaks) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

/** All callers at once with one key. They may see only one body, and at most one of them created it. */
async function fiftyInsist(
  plan: readonly Cut[],
  call: { path: string; body: object; isThere(json: object): Promise<boolean> },
): Promise<number> {
  const idempotencyKey = randomUUID();
  line.plan(plan);
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      insist(call.path, idempotencyKey, call.body, call.isThere),
    ),
  );
  const { broken } = line;
  line.plan([]);
  expect(new Set(callers.map(({ text }) => text)).size, 'every 201 has the same body').toBe(1);
  expect(
    callers.filter(({ replayed }) => !replayed).length,
    'one call made it, unless its answer was lost',
  ).toBeLessThanOrEqual(1);
  const records = await db
    .selectFrom('idempotency_record')
    .select('body')
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
  expect(records.length, 'I9: one idempotency row').toBe(1);
  return broken;
}

describe('one key, fifty callers at once, a breaking line to the database', () => {
  // Promise: I9
  test('exactly one meeting is made, with its artifacts and timer, and every 201 has the same body', async () => {
    let broken = 0;
    const run = fc.asyncProperty(cuts, async (plan) => {
      const title = randomUUID();
      const made = () =>
        db.selectFrom('meeting').select('meeting_ref').where('title', '=', title).execute();
      const isThere = async (json: object) => {
        const rows = await made();
        return (
          'meetingRef' in json && rows.length === 1 && rows[0]?.meeting_ref === json.meetingRef
        );
      };
      broken += await fiftyInsist(plan, { path: '/v1/meetings', body: { title }, isThere });
      const refs = (await made()).map((row) => row.meeting_ref);
      expect(refs).toHaveLength(1);
      const artifacts = await db
        .selectFrom('artifact')
        .select('kind')
        .where('meeting_ref', 'in', refs)
        .execute();
      const tasks = await db.selectFrom('task').select('kind').where('ref', 'in', refs).execute();
      expect([artifacts.length, tasks]).toEqual([2, [{ kind: 'no_show' }]]);
    });
    await fc.assert(run, { numRuns: RUNS, endOnFailure: true });
    expect(broken).toBeGreaterThan(RUNS);
  }, 120_000);

  test('exactly one guest link is made, and every 201 holds the same guest URL', async () => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Invited to' } });
    let broken = 0;
    const run = fc.asyncProperty(cuts, async (plan) => {
      const displayName = randomUUID().slice(0, 30);
      const made = () =>
        db
          .selectFrom('guest_link')
          .select('guest_link_ref')
          .where('display_name', '=', displayName)
          .execute();
      const isThere = async (reply: object) => {
        const rows = await made();
        return (
          'guestLinkRef' in reply &&
          rows.length === 1 &&
          rows[0]?.guest_link_ref === reply.guestLinkRef
        );
      };
      broken += await fiftyInsist(plan, {
        path: `/v1/meetings/${json.meetingRef}/guest-links`,
        body: { displayName },
        isThere,
      });
      expect(await made()).toHaveLength(1);
    });
    await fc.assert(run, { numRuns: RUNS, endOnFailure: true });
    expect(broken).toBeGreaterThan(RUNS);
  }, 120_000);
});
