import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '../../core/ports.ts';
import { addToArchive, type BackupNote, type Part } from './backup-file.ts';
import { isClusterName } from './cluster-folders.ts';
import { isLockName, KEPT_IN_EMPTY_FOLDERS } from './data-folder.ts';
import { connectEmbeddedPostgres } from './postgres.ts';

/** The result of a base backup: its end time, the file `backup_label`, and the `pg_wal` segments that it needs. */
type BackupEnd = { at: Date; label: string; segments: { first: string; last: string } };
type TakeBaseBackup = (
  url: string,
  copy: () => Promise<void>,
  keep: (end: BackupEnd) => Promise<void>,
) => Promise<void>;
type Add = (part: Part) => Promise<void>;

/** Specific to this machine and its processes, copied separately, or downloaded again. */
const LEFT_OUT = new Set([
  'postgres-place',
  'logs',
  'models',
  'instance-id',
  'livekit.pid',
  'livekit.yaml',
  ...KEPT_IN_EMPTY_FOLDERS,
]);
/** A restored cluster recreates these, according to PostgreSQL's manual. */
const NOT_OF_A_BACKUP = [
  './postmaster.pid',
  './postmaster.opts',
  './pg_wal/*',
  './pg_replslot/*',
  './pg_dynshmem/*',
  './pg_notify/*',
  './pg_serial/*',
  './pg_snapshots/*',
  './pg_stat_tmp/*',
  './pg_subtrans/*',
  './base/pgsql_tmp*',
];
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Writes the data folder and its database into a new file, whether or not the service runs. The file holds all that was
 * committed at the time returned. Throws when the file exists, and leaves no file behind when it fails or is aborted.
 */
export async function backUp(options: {
  dataDir: string;
  file: string;
  version: string;
  log: Log;
  takeBaseBackup: TakeBaseBackup;
  signal: AbortSignal;
}): Promise<BackupNote> {
  const [dataDir, file] = [resolve(options.dataDir), resolve(options.file)];
  if (existsSync(file)) throw new Error(`${file} exists: choose a new file`);
  if (file.startsWith(`${dataDir}/`))
    throw new Error(
      `${file} is in the data folder, which is being backed up: choose a file elsewhere`,
    );
  const draft = `${file}.${process.pid}.part`;
  // The file holds every secret of the service.
  await writeFile(draft, '', { mode: 0o600 });
  try {
    const scratch = await mkdtemp(join(tmpdir(), 'parley-backup-'));
    try {
      const note = await writeBackup(draft, scratch, { ...options, dataDir });
      await flushToDisk(draft);
      await rename(draft, file);
      // Not every file system can flush a folder.
      await flushToDisk(dirname(file)).catch(() => {});
      return note;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** A backup that is reported as done must survive a power failure. */
async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeBackup(
  draft: string,
  scratch: string,
  { dataDir, version, log, takeBaseBackup, signal }: Omit<Parameters<typeof backUp>[0], 'file'>,
): Promise<BackupNote> {
  const add: Add = (part) => addToArchive(draft, part, signal);
  const database = await connectEmbeddedPostgres(dataDir, log);
  try {
    let endedAt = new Date();
    await takeBaseBackup(
      database.url,
      async () => {
        // Before the database, since what is transcribed meanwhile is deleted; and after it, for what came.
        await addDataFolder(add, dataDir);
        const part = { folder: database.folder, entries: ['.'], into: 'database/' };
        await add({ ...part, without: NOT_OF_A_BACKUP });
      },
      async (end) => {
        endedAt = end.at;
        await addEnd(add, database.folder, scratch, end);
      },
    );
    await addDataFolder(add, dataDir);
    const note: BackupNote = {
      version,
      postgres: (await readFile(join(database.folder, 'PG_VERSION'), 'utf8')).trim(),
      arch: process.arch,
      endedAt: endedAt.toISOString(),
    };
    await writeFile(join(scratch, 'backup.json'), JSON.stringify(note));
    await add({ folder: scratch, entries: ['backup.json'], into: '' });
    return note;
  } finally {
    await database.stop();
  }
}

async function addDataFolder(add: Add, dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter(
    (name) => !LEFT_OUT.has(name) && !isLockName(name) && !isClusterName(name),
  );
  await add({ folder: dataDir, entries: names, into: 'data/' });
}

async function addEnd(
  add: Add,
  folder: string,
  scratch: string,
  { label, segments: { first, last } }: BackupEnd,
): Promise<void> {
  await writeFile(join(scratch, 'backup_label'), label, { mode: 0o600 });
  await add({ folder: scratch, entries: ['backup_label'], into: 'database/' });
  const wal = join(folder, 'pg_wal');
  const needed = (await readdir(wal)).filter(
    (name) => SEGMENT.test(name) && name >= first && name <= last,
  );
  await add({ folder: wal, entries: needed, into: 'database/pg_wal/' });
}
