import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { addToArchive } from './backup-file.ts';
import { connectEmbeddedPostgres, placeForCluster } from './postgres.ts';
import { restore } from './restore.ts';

const parent = await mkdtemp(join(tmpdir(), 'parley-restore-'));
afterAll(() => rm(parent, { recursive: true }));

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(parent, 'volume-')), 'data');
  await mkdir(dataDir);
});

const note = { version: '1.0.0', postgres: '18', arch: process.arch, endedAt: '2026-11-25' };

/** A backup of a data folder with these files, beside a stand-in for its cluster. */
async function backupOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(parent, 'backup-'));
  const all = {
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`data/${name}`, text])),
    'database/PG_VERSION': '18\n',
    'backup.json': JSON.stringify(note),
  };
  await writeAll(folder, all);
  const file = join(folder, 'backup.tar');
  await addToArchive(file, { folder, entries: ['data', 'database', 'backup.json'], into: '' });
  return file;
}

async function writeAll(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const FILES = { 'link-keys.json': '{}', 'spool/mtg_1/trk_1.pcm': 'sound' };

test('only what is in the data folder changes: it can be a volume, below a folder that is read-only', async () => {
  const before = new Date('2026-01-01');
  await utimes(dirname(dataDir), before, before);
  const { ino } = await stat(dataDir);
  expect(await restore({ dataDir, file: await backupOf(FILES) })).toEqual(note);
  // A file system changes it when something in the folder is created, renamed or removed.
  expect((await stat(dirname(dataDir))).mtime).toEqual(before);
  expect((await stat(dataDir)).ino).toBe(ino);
  const { folder } = placeForCluster(dataDir);
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  expect(await readFile(join(dataDir, 'spool/mtg_1/trk_1.pcm'), 'utf8')).toBe('sound');
  const restored = (await readdir(dataDir)).filter((name) => name !== 'postgres');
  expect(restored.toSorted()).toEqual(['link-keys.json', 'spool']);
});

test.each(['lost+found', '.gitkeep'])('an otherwise empty folder may hold %s', async (name) => {
  await mkdir(join(dataDir, name));
  await restore({ dataDir, file: await backupOf({ 'api-key': 'a' }) });
  expect(await readFile(join(dataDir, 'api-key'), 'utf8')).toBe('a');
});

test('a restore that fails half-way leaves nothing in the data folder', async () => {
  // The lock of the restore itself is a file, so no folder can take its place.
  const file = await backupOf({ ...FILES, 'lock/file': '' });
  await expect(restore({ dataDir, file })).rejects.toThrow();
  expect(await readdir(dataDir)).toEqual([]);
});

describe('after a restore that was killed', () => {
  const killed = { pid: 2 ** 30, startedAt: null, bootId: null };
  const unpacked = {
    lock: JSON.stringify(killed),
    '.restore-killed/data/spool/mtg_2/trk_2.pcm': 'other sound',
    '.restore-killed/database/PG_VERSION': '18\n',
  };
  const moved = { ...unpacked, 'postgres-password': 'secret', 'link-keys.json': '{}' };

  test('while it unpacked, the next one starts over', async () => {
    await writeAll(dataDir, unpacked);
    await restore({ dataDir, file: await backupOf(FILES) });
    const restored = (await readdir(dataDir)).filter((name) => name !== 'postgres');
    expect(restored.toSorted()).toEqual(['link-keys.json', 'spool']);
    expect(await readdir(join(dataDir, 'spool'))).toEqual(['mtg_1']);
  });

  test('while it moved files, the next one deletes nothing and says what to do', async () => {
    await writeAll(dataDir, moved);
    const file = await backupOf(FILES);
    await expect(restore({ dataDir, file })).rejects.toThrow(/holds a part of a backup.*delete/);
    expect((await readdir(dataDir)).toSorted()).toEqual(
      ['.restore-killed', 'link-keys.json', 'lock', 'postgres-password'].toSorted(),
    );
  });

  test('no empty database is created beside what it restored', async () => {
    await writeAll(dataDir, moved);
    const connected = connectEmbeddedPostgres(dataDir, silentLog);
    await expect(connected).rejects.toThrow(/is not finished.*parley restore/);
    expect(await readdir(dataDir)).not.toContain('postgres');
  });
});
