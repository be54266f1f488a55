import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BackupNote, unpackArchive } from './backup-file.ts';
import { placeForCluster } from './postgres.ts';
import { giveAllTo } from './postgres-account.ts';

/**
 * Makes a data folder from a file of `backUp`. The next start recovers the database from its log. Throws when the
 * folder is not empty or the file is not a backup for this machine, and then leaves nothing behind.
 */
export async function restore(options: { dataDir: string; file: string }): Promise<BackupNote> {
  const [dataDir, file] = [resolve(options.dataDir), resolve(options.file)];
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(
      `${dataDir} is not empty: set PARLEY_DATA_DIR to a new folder, or move this one away`,
    );
  await mkdir(dirname(dataDir), { recursive: true });
  const draft = await mkdtemp(`${dataDir}.restore-`);
  try {
    await unpackArchive(file, draft);
    const note = await readNote(draft, file);
    await rm(dataDir, { recursive: true, force: true });
    await rename(join(draft, 'data'), dataDir);
    await chmod(dataDir, 0o700);
    await placeCluster(join(draft, 'database'), dataDir);
    return note;
  } finally {
    await rm(draft, { recursive: true, force: true });
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

async function placeCluster(from: string, dataDir: string): Promise<void> {
  const { account, folder } = placeForCluster(dataDir);
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
