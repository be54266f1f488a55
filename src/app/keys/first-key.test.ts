import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../../dev/world/clock-and-log.ts';
import { Killed, killableDb, testDatabase } from '../../../dev/world/service/test-database.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import { findApiKey, listApiKeyRows } from '../../store/api-key.ts';
import { holderId } from '../holder-id.ts';
import { writeFirstKey } from './first-key.ts';

const { db } = await testDatabase();
const ctx = { db, clock: manualClock() };

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
