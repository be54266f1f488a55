import { existsSync, readdirSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BackupNote, unpackArchive } from './backup-file.ts';
import {
  createDataFolder,
  holdDataFolder,
  isLockName,
  isRestoreDraft,
  KEPT_IN_EMPTY_FOLDERS,
  restoreDraftPrefix,
} from './data-folder.ts';
import { placeForCluster } from './postgres.ts';
import { giveAllTo, type PostgresAccount } from './postgres-account.ts';

/**
 * Fills a data folder from a file of `backUp`. The next start recovers the database from its log. Throws when the
 * folder is not empty or the file is not a backup for this machine, and then leaves nothing behind. The folder may be
 * the only place that can be written, and may be a volume: it is never replaced. @throws DataFolderHeld
 */
export async function restore(options: { dataDir: string; file: string }): Promise<BackupNote> {
  const [dataDir, file] = [resolve(options.dataDir), resolve(options.file)];
  const isNew = createDataFolder(dataDir);
  try {
    requireEmpty(dataDir);
    const hold = holdDataFolder(dataDir);
    try {
      return await restoreHeld(dataDir, file);
    } finally {
      hold.release();
    }
  } catch (error) {
    if (isNew) await rmdir(dataDir).catch(() => {});
    throw error;
  }
}

/** Empty but for what an empty folder may hold, and what a restore leaves that was killed before it moved anything. */
function requireEmpty(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => !KEPT_IN_EMPTY_FOLDERS.includes(name));
  if (names.every((name) => isLockName(name) || isRestoreDraft(name))) return;
  throw new Error(
    names.some(isRestoreDraft)
      ? `${dataDir} holds a part of a backup, since a restore was interrupted: delete everything in it, ` +
          'and restore again'
      : `${dataDir} is not empty: set PARLEY_DATA_DIR to a new or empty folder, or move away what is in this one`,
  );
}

async function restoreHeld(dataDir: string, file: string): Promise<BackupNote> {
  for (const name of (await readdir(dataDir)).filter(isRestoreDraft))
    await rm(join(dataDir, name), { recursive: true });
  const draft = await mkdtemp(restoreDraftPrefix(dataDir));
  try {
    await unpackArchive(file, draft);
    const note = await readNote(draft, file);
    await moveIntoPlace(draft, dataDir);
    return note;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function moveIntoPlace(draft: string, dataDir: string): Promise<void> {
  const { account, folder } = placeForCluster(dataDir);
  if (existsSync(folder)) throw new Error(`${folder} exists: move it away`);
  const moved = [folder];
  try {
    for (const name of await readdir(join(draft, 'data'))) {
      const place = join(dataDir, name);
      await rename(join(draft, 'data', name), place);
      moved.push(place);
    }
    await placeCluster(join(draft, 'database'), { account, folder });
  } catch (error) {
    for (const path of moved) await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function readNote(draft: string, file: string): Promise<BackupNote> {
  const text = await readFile(join(draft, 'backup.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${file} is not a complete backup of Parley`);
  const note = JSON.parse(text) as BackupNote;
  if (note.arch !== process.arch)
    throw new Error(
      `${file} was made on ${note.arch}: restore it on a machine of that architecture`,
    );
  return note;
}

type ClusterPlace = { account: PostgresAccount; folder: string };

async function placeCluster(from: string, { account, folder }: ClusterPlace): Promise<void> {
  // Not in the backup, but required by PostgreSQL.
  for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', ...EMPTY])
    await mkdir(join(from, name), { recursive: true, mode: 0o700 });
  await writeFile(join(from, 'postgresql.auto.conf'), '', { flag: 'a', mode: 0o600 });
  await rename(from, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await cp(from, folder, { recursive: true, preserveTimestamps: true });
  });
  await chmod(folder, 0o700);
  await giveAllTo(account, folder);
}

const EMPTY = [
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
