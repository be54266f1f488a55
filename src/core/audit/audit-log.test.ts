import { beforeEach, expect, test } from 'vitest';
import { manualClock, silentLog } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { deleteOldAuditEntries, listAuditEntries } from '../../store/audit.ts';
import { openAuditLog } from './audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const { db } = await testDatabase();
const clock = manualClock();
const open = () => openAuditLog({ db, clock, log: silentLog });
const call = (path: string) => ({
  tenant: 'acme',
  keyId: 'k1',
  operation: 'createMeeting',
  path,
  status: 201,
  requestId: 'r1',
});

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

test('calls that come together are noted in their order, each once', async () => {
  const log = open();
  const paths = Array.from({ length: 50 }, (_, number) => `/${number}`);
  await Promise.all(paths.map((path) => log.note(call(path))));
  const entries = await listAuditEntries(db, { limit: 100 });
  expect(entries.map(({ path }) => path).reverse()).toEqual(paths);
  expect(await verifyAuditLog(db)).toMatchObject({ entries: 50, faults: [] });
});

test('a log that nobody touched has no fault, also of several processes at once', async () => {
  await twoChains();
  const [one, other] = [open(), open()];
  await Promise.all([one.note(call('/x')), other.note(call('/y')), one.note(call('/z'))]);
  expect(await verifyAuditLog(db)).toMatchObject({ entries: 9, faults: [] });
});

test('an entry that was changed is told', async () => {
  await twoChains();
  await db.updateTable('audit_entry').set({ path: '/other' }).where('path', '=', '/a2').execute();
  const { faults } = await verifyAuditLog(db);
  expect(faults).toEqual([expect.stringMatching(/^chain \w+, entry 2: was changed$/)]);
});

test('an entry that was removed is told, in the middle and at the end of a chain', async () => {
  await twoChains();
  await db.deleteFrom('audit_entry').where('path', '=', '/a2').execute();
  expect((await verifyAuditLog(db)).faults).toEqual([
    expect.stringMatching(/^chain \w+, entry 3: entries before it are missing$/),
  ]);
  await db.deleteFrom('audit_entry').where('path', '=', '/a3').execute();
  expect((await verifyAuditLog(db)).faults).toEqual([
    expect.stringMatching(/^chain \w+: what was written before it is missing$/),
  ]);
});

test('entries that retention deletes, the oldest first, are no fault', async () => {
  await twoChains();
  const [, , third] = (await listAuditEntries(db, { limit: 9 })).toReversed();
  expect(await deleteOldAuditEntries(db, third?.at ?? new Date(), 100)).toBe(2);
  expect(await verifyAuditLog(db)).toMatchObject({ entries: 4, faults: [] });
  await deleteOldAuditEntries(db, new Date(clock.now().getTime() - 1), 100);
  expect(await verifyAuditLog(db)).toMatchObject({ entries: 1, faults: [] });
});

test('a call is answered although it cannot be noted, and the next one is noted', async () => {
  const said: string[] = [];
  const log = openAuditLog({
    db,
    clock,
    log: { ...silentLog, error: (message) => void said.push(message) },
  });
  await log.note({ ...call('/1'), tenant: null as unknown as string });
  expect(said).toEqual(['calls could not be noted in the audit log']);
  await log.note(call('/2'));
  expect(await verifyAuditLog(db)).toMatchObject({ entries: 1, faults: [] });
});
