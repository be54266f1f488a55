import { backUp } from '../../adapters/embedded/back-up.ts';
import { takeBaseBackup } from '../../store/database/base-backup.ts';
import { restore } from '../../adapters/embedded/restore.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../output/json-log.ts';
import { version } from '../version.ts';
import { print } from './print.ts';
import { readArguments } from './operator-pages.ts';
import { stopSignal } from './stop-signal.ts';

/** `parley backup FILE`. @throws UsageError */
export async function backupCommand(args: string[], settings: Settings): Promise<void> {
  const { file, asJson } = readWish('backup', args);
  if (settings.databaseUrl !== null)
    throw new Error(
      'the database is external: back it up with its own tools, such as pg_dump, ' +
        'and copy link-keys.json, again after each change of it',
    );
  const log = jsonLog('error');
  const { dataDir } = settings;
  const signal = stopSignal();
  const note = await backUp({ dataDir, file, version, log, takeBaseBackup, signal });
  const words = `backed up into ${file}, as of ${note.endedAt}`;
  print(asJson ? JSON.stringify({ file, ...note }) : words);
}

/** `parley restore FILE`. @throws UsageError */
export async function restoreCommand(args: string[], settings: Settings): Promise<void> {
  const { file, asJson } = readWish('restore', args);
  if (settings.databaseUrl !== null)
    throw new Error(
      'DATABASE_URL names an external database, which Parley would use instead of the restored one: ' +
        'restore the external database with its own tools, such as pg_restore, or remove DATABASE_URL',
    );
  const note = await restore({ dataDir: settings.dataDir, file });
  const words = `restored ${settings.dataDir} as of ${note.endedAt}; start Parley now`;
  print(asJson ? JSON.stringify({ dataDir: settings.dataDir, ...note }) : words);
}

function readWish(command: 'backup' | 'restore', args: string[]) {
  const given = readArguments(command, args);
  const [file = ''] = given.positionals;
  return { file, asJson: given.flag('json') };
}
