// Each operation of the contract, and what workers, scribes and metrics ask again and again, on a database as large as
// after months of use. The rows are real, since the planner goes by the pages that a table has.
import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLargeTables, LARGE_TABLES } from '../../dev/world/service/large-database.ts';
import { serverWorld, type ServerWorld } from '../../dev/world/service/server-world.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { newMediaWatch } from '../core/presence/media-watch.ts';
import { reconcileMeetings } from '../core/presence/reconcile-meetings.ts';
import { applyRetention } from '../core/retention/apply-retention.ts';
import { startDueTasks } from '../core/task/run-due-tasks.ts';
import { contractDocument, operationsOf } from '../server/binding/contract-document.ts';
import { readAuditChains } from '../store/audit.ts';
import { findEventRange, listEventsAfter, listLastPositions } from '../store/event.ts';
import { openStore } from '../store/open-store.ts';
import { leaseDueTasks } from '../store/task-run.ts';
import { type Db, TASK_KINDS, type Tx } from '../store/schema.ts';
import { deleteOldFinishedRooms, listOldMeetings } from '../store/retention.ts';
import { findLastCut, listCutUtterances, listLiveUtterances } from '../store/utterance.ts';
import { findInFront, findNextWaiting, listDeliveries } from '../store/webhook/webhook-delivery.ts';
import { readHealth } from './health.ts';
import { registerStateMetrics } from './metrics/state-metrics.ts';

// A stream has no end to wait for.
const STREAMS = new Set(['streamEvents', 'streamTranscript']);
const REFS: Record<string, string> = {
  meetingRef: 'mtg_51',
  guestLinkRef: 'gl_51',
  participantRef: 'p_51',
  webhookRef: 'wh_1',
  deliveryRef: 'del_1',
};
const QUERIES: Record<string, readonly string[]> = {
  listMeetings: [
    '',
    '?meetingState=created',
    '?order=createdAt&pageSize=5',
    '?metadata[crm]=10',
    '?startAtFrom=2099-01-01T00:00:00Z',
  ],
};
const MEETINGS = 100_000;
// One meeting a minute. So long ago that few rows are older: they are deleted one by one.
const OLDEST_DAYS = Math.floor((MEETINGS / 1440) * 100) / 100;

const { url } = await testDatabase();
const answers: string[] = [];
const asked = new Map<string, CompiledQuery>();
const log = ({ query }: { query: CompiledQuery }) => void asked.set(query.sql, query);
const watched = openStore(url, 20, { log });
afterAll(() => watched.destroy());
const world = await serverWorld({ ctx: { db: watched, clock: { now: () => new Date() } } });

beforeAll(async () => {
  await fillLargeTables(url, MEETINGS);
  await callAll(world);
  await workInBackground(world);
}, 240_000);

test('no statement reads a whole table that grows with use', async () => {
  const found: string[] = [];
  for (const query of asked.values()) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/.test(query.sql)) continue;
    for (const table of await tablesReadWhole(query)) found.push(`${table}: ${query.sql}`);
  }
  expect(found).toEqual([]);
  expect(answers.filter((answer) => !answer.startsWith('2'))).toEqual([]);
  expect(asked.size).toBeGreaterThan(80);
});

test('the tasks that are due first are found without reading the others', async () => {
  await sql`insert into task (kind, ref, due_at)
    select 'write_summary', 'due_' || n, now() - interval '1 h' from generate_series(1, 20000) n`.execute(
    watched,
  );
  await sql`analyze task`.execute(watched);
  const now = new Date();
  const kinds = ['no_show', 'write_summary'] as const;
  await leaseDueTasks(watched, { kinds, holder: 'w', now, leasedUntil: now, limit: 8 });
  const lease = [...asked.values()].find(({ sql: text }) => text.startsWith('with "due"'));
  if (!lease) throw new Error('No task was leased');
  const nodes = await planOf(lease, 'analyze, ');
  const ofTasks = nodes.filter((node) => node['Relation Name'] === 'task');
  expect(Math.max(...ofTasks.map((node) => node['Actual Rows'] ?? Infinity))).toBe(8);
});

/** Deletions come last. */
async function callAll(world: ServerWorld): Promise<void> {
  const key = await world.key({ tenant: 't1' });
  const operations = operationsOf(contractDocument('openapi')).filter(
    ({ operationId }) => !STREAMS.has(operationId),
  );
  const isLast = ({ method }: { method: string }) => method === 'DELETE';
  for (const operation of [
    ...operations.filter((one) => !isLast(one)),
    ...operations.filter(isLast).toReversed(),
  ]) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => REFS[name] ?? name);
    const body = operation.body === 'json' ? { title: 'Many' } : undefined;
    for (const query of QUERIES[operation.operationId] ?? ['']) {
      const options = { key, ...(body && { body }) };
      const { status } = await world.call(operation.method, path + query, options);
      if (['GET', 'DELETE'].includes(operation.method)) answers.push(`${status} ${path}${query}`);
    }
  }
}

async function workInBackground({ ctx }: ServerWorld): Promise<void> {
  const { signal } = new AbortController();
  const handlers = Object.fromEntries(TASK_KINDS.map((kind) => [kind, async () => undefined]));
  await Promise.all(await startDueTasks(ctx, { holder: 'w', handlers, limit: 8, signal }));
  await listLastPositions(ctx.db, ['t1', 't2']);
  await findEventRange(ctx.db, 't1');
  await listEventsAfter(ctx.db, 't1', 100, 100);
  await reconcileMeetings(ctx, newMediaWatch());
  const registry = new Registry();
  const sources = { speech: () => 'elsewhere' as const, databaseHasSpace: async () => true };
  registerStateMetrics(registry, ctx, () => readHealth(ctx, '1', sources));
  await registry.metrics();
  const keep = {
    ...ctx.settings.keep,
    transcriptDays: OLDEST_DAYS,
    meetingDays: OLDEST_DAYS,
    eventDays: OLDEST_DAYS,
    auditDays: OLDEST_DAYS,
  };
  await applyRetention({ ...ctx, settings: { ...ctx.settings, keep } }, signal);
  await listOldMeetings(ctx.db, new Date(), 500);
  await deleteOldFinishedRooms(ctx.db, new Date(), 500);
  await readWhatIsHeard(ctx.db);
  await readAuditChains(ctx.db, { chain: 'chain5', number: 100 }, 100);
  await ctx.db.transaction().execute(readDeliveries);
}

async function readWhatIsHeard(on: Db): Promise<void> {
  await listLiveUtterances(on, 'mtg_11', 0, 100);
  await listCutUtterances(on, 'mtg_11');
  await findLastCut(on, 'tr_11');
}

async function readDeliveries(tx: Tx): Promise<void> {
  const [delivery] = await listDeliveries(tx, 'wh_2', { beforeNumber: null, limit: 10 });
  if (!delivery) throw new Error('The webhook has no delivery');
  await findInFront(tx, delivery, 3);
  await findNextWaiting(tx, delivery);
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  Plans?: Plan[];
};

async function tablesReadWhole(query: CompiledQuery): Promise<string[]> {
  return (await planOf(query)).flatMap((node) => {
    const { 'Relation Name': table = '' } = node;
    return LARGE_TABLES.includes(table) && readsWhole(node) ? [table] : [];
  });
}

async function planOf({ sql: text, parameters }: CompiledQuery, how = ''): Promise<Plan[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`explain (${how}format json) ${text}`, [...parameters]);
  await client.end();
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** An index without a condition only gives the order in which rows are read and most are discarded. */
function readsWhole({ 'Node Type': type, 'Index Cond': condition, Filter: filter }: Plan): boolean {
  return type === 'Seq Scan' || (type.startsWith('Index') && !condition && filter !== undefined);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
