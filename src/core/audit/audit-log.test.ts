import { beforeEach, expect, test } from 'vitest';
import { manualClock, silentLog } from '../../../dev/world/clock-and-log.ts';
import { auditedCall as call } from '../../../dev/world/service/audited-call.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { deleteOldAuditEntries, listAuditEntries } from '../../store/audit.ts';
import { openAuditLog } from './audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const { db } = await testDatabase();
const clock = manualClock();
const open = () => openAuditLog({ db, clock, log: silentLog });

const HOUR = 3_600;
const DAYS_KEPT = 30;
const keptSince = () => new Date(clock.now().getTime() - DAYS_KEPT * 24 * HOUR * 1_000);
const verified = () => verifyAuditLog(db, keptSince());

beforeEach(async () => {
  await db.deleteFrom('audit_entry').execute();
});

/** Two processes, one after the other, of three entries each. */
async function twoChains(): Promise<void> {
  for (const name of ['a', 'b']) {
    const log = open();
    for (const number of [1, 2, 3]) {
      clock.advance(1);
      await log.note(call(`/${name}${number}`));
    }
  }
}

test('concurrent calls are recorded in order, each once', async () => {
  const log = open();
  const paths = Array.from({ length: 50 }, (_, number) => `/${number}`);
  await Promise.all(paths.map((path) => log.note(call(path))));
  const entries = await listAuditEntries(db, { limit: 100 });
  expect(entries.map(({ path }) => path).reverse()).toEqual(paths);
  expect(await verified()).toMatchObject({ entries: 50, faults: [] });
});

test('an untouched log has no fault, even with several processes writing', async () => {
  await twoChains();
  const [one, other] = [open(), open()];
  await Promise.all([one.note(call('/x')), other.note(call('/y')), one.note(call('/z'))]);
  expect(await verified()).toMatchObject({ entries: 9, faults: [] });
});

test('entries of keys and hosts are in one chain, and a replaced host is detected', async () => {
  const log = open();
  await log.note(call('/key'));
  await log.note({ ...call('/host'), keyId: null, participantRef: 'pt_1' });
  await log.note(call('/key again'));
  expect(await verified()).toMatchObject({ entries: 3, faults: [] });
  const host = db.updateTable('audit_entry').where('path', '=', '/host');
  await host.set({ participant_ref: 'pt_2' }).execute();
  expect((await verified()).faults).toEqual([
    expect.stringMatching(/^chain \w+, entry 2: was changed$/),
  ]);
});

test('a changed entry is detected', async () => {
  await twoChains();
  await db.updateTable('audit_entry').set({ path: '/other' }).where('path', '=', '/a2').execute();
  const { faults } = await verified();
  expect(faults).toEqual([expect.stringMatching(/^chain \w+, entry 2: was changed$/)]);
});

test('a removed entry is detected, in the middle and at the end of a chain', async () => {
  await twoChains();
  await db.deleteFrom('audit_entry').where('path', '=', '/a2').execute();
  expect((await verified()).faults).toEqual([
    expect.stringMatching(/^chain \w+, entry 3: entries before it are missing$/),
  ]);
  await db.deleteFrom('audit_entry').where('path', '=', '/a3').execute();
  expect((await verified()).faults).toEqual([
    expect.stringMatching(/^chain \w+: what was written before it is missing$/),
  ]);
});

test('a removed entry is detected, at the beginning of a chain and with everything before it', async () => {
  await twoChains();
  await db.deleteFrom('audit_entry').where('path', '=', '/a1').execute();
  expect((await verified()).faults).toEqual([
    expect.stringMatching(/^chain \w+, entry 2: entries before it are missing$/),
  ]);
  await db.deleteFrom('audit_entry').where('path', 'in', ['/a2', '/a3', '/b1']).execute();
  expect(await verified()).toMatchObject({
    entries: 2,
    faults: [expect.stringMatching(/^chain \w+, entry 2: entries before it are missing$/)],
  });
});

/** The paths of the remaining entries, chain by chain. */
async function left(): Promise<string[]> {
  const entries = await listAuditEntries(db, { limit: 100 });
  return entries.map(({ path }) => path).toSorted();
}

test('what retention deletes is no fault: it keeps the entry in front of each that it keeps', async () => {
  await twoChains();
  const [, , third] = (await listAuditEntries(db, { limit: 9 })).toReversed();
  clock.advance(DAYS_KEPT * 24 * HOUR - 3);
  expect(keptSince()).toEqual(third?.at);
  expect(await deleteOldAuditEntries(db, keptSince(), 100)).toBe(1);
  expect(await left()).toEqual(['/a2', '/a3', '/b1', '/b2', '/b3']);
  expect((await verified()).faults).toEqual([]);
  clock.advance(1);
  expect(await deleteOldAuditEntries(db, keptSince(), 100)).toBe(1);
  expect(await left()).toEqual(['/a3', '/b1', '/b2', '/b3']);
  expect((await verified()).faults).toEqual([]);
  clock.advance(HOUR);
  expect(await deleteOldAuditEntries(db, keptSince(), 100)).toBe(3);
  expect(await left()).toEqual(['/b3']);
  await open().note(call('/c1'));
  expect(await verified()).toMatchObject({ entries: 2, faults: [] });
});

test('an entry removed in addition to those that retention deleted is detected', async () => {
  await twoChains();
  const [, , , fourth] = (await listAuditEntries(db, { limit: 9 })).toReversed();
  await deleteOldAuditEntries(db, fourth?.at ?? new Date(), 100);
  clock.advance(DAYS_KEPT * 24 * HOUR - 2);
  expect(keptSince()).toEqual(fourth?.at);
  expect((await verified()).faults).toEqual([]);
  await db.deleteFrom('audit_entry').where('path', '=', '/a3').execute();
  expect((await verified()).faults).toEqual([
    expect.stringMatching(/^chain \w+: what was written before it is missing$/),
  ]);
});

test('a process that was idle for long begins another chain: retention deleted what it wrote', async () => {
  const [idle, other] = [open(), open()];
  await idle.note(call('/1'));
  clock.advance(1);
  await other.note(call('/2'));
  clock.advance(DAYS_KEPT * 24 * HOUR + 1);
  await open().note(call('/3'));
  await deleteOldAuditEntries(db, keptSince(), 100);
  expect(await left()).toEqual(['/2', '/3']);
  await idle.note(call('/4'));
  expect(await verified()).toMatchObject({ entries: 3, faults: [] });
});

test('where everything is kept, a missing entry is never attributed to retention', async () => {
  await twoChains();
  await db.deleteFrom('audit_entry').where('path', '=', '/a1').execute();
  clock.advance(1_000 * 24 * HOUR);
  expect((await verified()).faults).toEqual([]);
  expect((await verifyAuditLog(db, null)).faults).toHaveLength(1);
});
test('a call is answered even if it cannot be recorded, and the next one is recorded', async () => {
  const said: string[] = [];
  const log = openAuditLog({
    db,
    clock,
    log: { ...silentLog, error: (message) => void said.push(message) },
  });
  await log.note({ ...call('/1'), tenant: null as unknown as string });
  expect(said).toEqual(['calls could not be noted in the audit log']);
  await log.note(call('/2'));
  expect(await verified()).toMatchObject({ entries: 1, faults: [] });
});
