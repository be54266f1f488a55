import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock, silentLog } from '../../../dev/world/clock-and-log.ts';
import { Killed, killableDb, testDatabase } from '../../../dev/world/service/test-database.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import { findApiKey, listApiKeyRows } from '../../store/api-key.ts';
import { holderId } from '../holder-id.ts';
import { writeFirstKey } from './first-key.ts';

const { db } = await testDatabase();
const ctx = { db, clock: manualClock(), log: silentLog };

test('processes that start together on one database make one first key, in one data folder', async () => {
  const folders = await Promise.all(
    [1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'parley-first-key-'))),
  );
  const write = (folder: string) => writeFirstKey(ctx, folder, { isShared: true });
  await Promise.all(folders.map(write));
  await Promise.all(folders.map(write));
  expect(await listApiKeyRows(db)).toHaveLength(1);
  const files = await Promise.all(folders.map((folder) => readdir(folder)));
  expect(files.flat()).toEqual(['api-key']);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

test('a later start keeps the key, and the name by which it takes its tasks back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-first-key-'));
  const start = async () => {
    await writeFirstKey(ctx, folder, { isShared: false });
    return [await readFile(join(folder, 'api-key'), 'utf8'), await holderId(folder)];
  };
  expect(await start()).toEqual(await start());
  await rm(folder, { recursive: true });
});

test.each([false, true])(
  'a start that is killed as it creates the first key leaves none that does not work (committed: %s)',
  async (committed) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-first-key-'));
    const dying = { ...ctx, db: killableDb(db, { afterTransactions: 1, committed }) };
    await expect(writeFirstKey(dying, folder, { isShared: false })).rejects.toThrow(Killed);
    await writeFirstKey(ctx, folder, { isShared: false });
    const key = (await readFile(join(folder, 'api-key'), 'utf8')).trim();
    expect(await findApiKey(db, keyIdOf(key) ?? '')).toMatchObject({ name: 'first key' });
    expect(await readdir(folder)).toEqual(['api-key']);
    await rm(folder, { recursive: true });
  },
);

test('a start that is killed between the commit and the file leaves the key to the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-first-key-'));
  const before = (await listApiKeyRows(db)).length;
  const dying = { ...ctx, db: killableDb(db, { afterTransactions: 1, committed: true }) };
  await expect(writeFirstKey(dying, folder, { isShared: false })).rejects.toThrow(Killed);
  await writeFirstKey(ctx, folder, { isShared: true });
  expect(await readdir(folder)).toEqual(['api-key']);
  expect(await listApiKeyRows(db)).toHaveLength(before + 1);
  await rm(folder, { recursive: true });
});

test('a key of another database does not stand in the way of the first key, and is there again with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-first-key-'));
  const path = join(folder, 'api-key');
  const there = { ...ctx, db: (await testDatabase()).db };
  const keyAt = async (at: typeof ctx) => {
    await writeFirstKey(at, folder, { isShared: true });
    const key = keyIdOf((await readFile(path, 'utf8')).trim()) ?? '';
    return { key, isValid: (await findApiKey(at.db, key)) !== undefined };
  };
  await writeFirstKey(ctx, folder, { isShared: false });
  const here = await keyAt(ctx);
  const moved = await keyAt(there);
  expect(moved).toEqual({ key: expect.any(String), isValid: true });
  expect(await keyAt(there)).toEqual(moved);
  expect((await readdir(folder)).toSorted()).toEqual(['api-key', `api-key.${here.key}`]);
  const keys = (await listApiKeyRows(db)).length;
  expect(await keyAt(ctx)).toEqual(here);
  expect(await listApiKeyRows(db)).toHaveLength(keys);
  expect((await readdir(folder)).toSorted()).toEqual(['api-key', `api-key.${moved.key}`]);
  await rm(folder, { recursive: true });
});

test('on a database that has keys, a key of another one is left alone, and the log says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-first-key-'));
  const there = { ...ctx, db: (await testDatabase()).db };
  await writeFirstKey(there, folder, { isShared: true });
  const before = await readFile(join(folder, 'api-key'), 'utf8');
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => warned.push(line) };
  await writeFirstKey({ ...ctx, log }, folder, { isShared: true });
  expect(await readFile(join(folder, 'api-key'), 'utf8')).toBe(before);
  const told = { component: 'keys', keyId: keyIdOf(before.trim()) };
  expect(warned).toEqual([
    ['the file api-key holds a key of another database: use `parley keys create`', told],
  ]);
  await rm(folder, { recursive: true });
});
