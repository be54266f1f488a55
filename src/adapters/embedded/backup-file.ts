// The file of `parley backup`: a tar archive with `data/` (the data folder), `database/` (the cluster), `backup.json`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What was backed up, and until when. Written last: an archive without it is half a backup. */
export type BackupNote = { version: string; postgres: string; arch: string; endedAt: string };

/** GNU tar's exit code when a file changed or vanished during reading, as happens with a running database. */
const CHANGED_MEANWHILE = 1;
const MAX_SAID = 500;

export type Part = {
  /** Where the entries are. */
  folder: string;
  /** Entries of `folder`, or `.` for all. */
  entries: readonly string[];
  /** Their folder in the archive, with a slash at the end. */
  into: string;
  /** Patterns to leave out, relative to `folder`. */
  without?: readonly string[];
};

/** Adds files to the archive; of two entries with one name the later one wins. Throws with tar's message. */
export async function addToArchive(
  archive: string,
  { folder, entries, into, without = [] }: Part,
  signal?: AbortSignal,
): Promise<void> {
  const exclude = without.map((pattern) => `--exclude=${pattern}`);
  const args = [
    '--append',
    `--file=${archive}`,
    '--no-wildcards-match-slash',
    '--anchored',
    ...exclude,
    `--directory=${folder}`,
    // S: not where symbolic links lead.
    `--transform=s,^\\(\\./\\)*,${into},S`,
    '--warning=no-file-changed',
    '--warning=no-file-removed',
    '--warning=no-file-ignored',
    '--',
    ...entries,
  ];
  const code = await tar(args, signal);
  if (code !== 0 && code !== CHANGED_MEANWHILE) throw new Error('tar could not read everything');
}

/** Unpacks the archive with its modes and, for root, its owners. */
export async function unpackArchive(archive: string, into: string): Promise<void> {
  const args = ['--extract', `--file=${archive}`, `--directory=${into}`, '--preserve-permissions'];
  if ((await tar(args)) !== 0) throw new Error(`${archive} cannot be unpacked`);
}

async function tar(args: readonly string[], signal?: AbortSignal): Promise<number | null> {
  signal?.throwIfAborted();
  const child = spawn('tar', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', PATH: pathOf() },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MAX_SAID)));
  // `spawn` would not wait for the end of an aborted one, which may still write.
  const end = (): void => void child.kill();
  signal?.addEventListener('abort', end);
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new Error('tar could not be run: install it', { cause });
  })) as [number | null];
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (code !== 0 && code !== CHANGED_MEANWHILE)
    throw new Error(`tar failed: ${said.trim() || `code ${code}`}`);
  return code;
}

const pathOf = (): string => process.env['PATH'] ?? '/usr/bin:/bin';
