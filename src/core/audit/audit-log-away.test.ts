// The audit log while the database is away.
import type { CompiledQuery } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { manualClock, silentLog } from '../../../dev/world/clock-and-log.ts';
import { auditedCall as call } from '../../../dev/world/service/audited-call.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { listAuditEntries } from '../../store/audit.ts';
import type { LogFields } from '../ports.ts';
import { openAuditLog } from './audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const { db } = await testDatabase();
const clock = manualClock();

beforeEach(async () => {
  await db.deleteFrom('audit_entry').execute();
});

/**
 * Unreachable before the next statement, or before its answer; `late`: committed with the statement after it; `silent`:
 * it never answers.
 */
type Trouble = 'before' | 'after' | 'late' | 'silent' | null;

const kept = () => listAuditEntries(db, { limit: 9 });

function openOnBadDatabase() {
  let trouble: Trouble = null;
  let commitLate = async () => {};
  const away = () => Object.assign(new Error('write'), { syscall: 'write', code: 'EPIPE' });
  const executeQuery = async (query: CompiledQuery) => {
    if (trouble === 'before') throw away();
    if (trouble === 'silent') return new Promise<never>(() => {});
    if (trouble === 'late') {
      commitLate = async () => void (await db.executeQuery(query));
      throw away();
    }
    await commitLate();
    commitLate = async () => {};
    const written = await db.executeQuery(query);
    if (trouble === 'after') throw away();
    return written;
  };
  const bad = new Proxy(db, {
    get: (target, name) => {
      // Only the insertion of entries uses this method.
      if (name === 'executeQuery') return executeQuery;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const said: [string, LogFields?][] = [];
  const noting = { ...silentLog, error: (...line: [string, LogFields?]) => void said.push(line) };
  const log = openAuditLog({ db: bad, clock, log: noting });
  return { log, said, be: (next: Trouble) => void (trouble = next) };
}

test.each(['before', 'after'] as const)(
  'calls are kept when it fails %s an entry is written, and recorded later, each once and with its time',
  async (when) => {
    const { log, be } = openOnBadDatabase();
    await log.note(call('/1'));
    be(when);
    const madeAt = clock.now();
    await Promise.all([log.note(call('/2')), log.note(call('/3'))]);
    expect(await kept()).toHaveLength(when === 'before' ? 1 : 3);
    be(null);
    clock.advance(60);
    await log.note(call('/4'));
    await log.note(call('/5'));
    const entries = (await kept()).toReversed();
    expect(entries.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/4', '/5']);
    expect(entries[1]?.at).toEqual(madeAt);
    expect(await verifyAuditLog(db, null)).toMatchObject({ entries: 5, faults: [] });
  },
);

test('calls whose entries are committed late are recorded once, and so are those after them', async () => {
  const { log, be } = openOnBadDatabase();
  await log.note(call('/1'));
  be('late');
  await Promise.all([log.note(call('/2')), log.note(call('/3'))]);
  expect(await kept()).toHaveLength(1);
  be(null);
  for (const path of ['/4', '/5', '/6']) await log.note(call(path));
  const entries = (await kept()).toReversed();
  expect(entries.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/4', '/5', '/6']);
  expect(await verifyAuditLog(db, null)).toMatchObject({ entries: 6, faults: [] });
});

test('a large backlog of calls is recorded', async () => {
  const { log, be } = openOnBadDatabase();
  be('before');
  await Promise.all(Array.from({ length: 2_500 }, (_, number) => log.note(call(`/${number}`))));
  be(null);
  await log.note(call('/last'));
  expect(await verifyAuditLog(db, null)).toMatchObject({ entries: 2_501, faults: [] });
});

test('calls are recorded once it is back, even if no other call follows', async () => {
  const { log, be } = openOnBadDatabase();
  be('before');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await log.note(call('/1'));
  be(null);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await until('the call is recorded', 15_000, async () => (await kept()).length === 1);
  expect(await verifyAuditLog(db, null)).toMatchObject({ entries: 1, faults: [] });
});

test('a process that stops records the calls that wait, if the database is back by then', async () => {
  const { log, said, be } = openOnBadDatabase();
  be('before');
  await log.note(call('/1'));
  be(null);
  const before = said.length;
  await log.stop();
  expect(await kept()).toHaveLength(1);
  expect(said).toHaveLength(before);
});

test('a process that stops while the database is away logs only how many entries are lost', async () => {
  const { log, said, be } = openOnBadDatabase();
  be('before');
  for (const path of ['/1', '/2']) await log.note(call(path));
  await log.stop();
  expect(said.at(-1)).toEqual([
    'audit log entries are lost: the process is stopping',
    { count: 2 },
  ]);
});

test('a process that stops does not wait for a silent database, and counts what it was writing', async () => {
  const { log, said, be } = openOnBadDatabase();
  await log.note(call('/1'));
  be('silent');
  void log.note(call('/2'));
  await log.stop();
  expect(said).toEqual([['audit log entries are lost: the process is stopping', { count: 1 }]]);
});
