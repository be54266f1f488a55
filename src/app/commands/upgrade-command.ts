import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { olderPostgres } from '../../../setup/older-postgres.mjs';
import { type ClusterUpgrade, upgradeCluster } from '../../adapters/embedded/upgrade-cluster.ts';
import { copyDatabase } from '../../store/database/copy-database.ts';
import type { Settings } from '../config/read-settings.ts';
import { print } from './print.ts';
import { readArguments } from './operator-pages.ts';
import { stopSignal } from './stop-signal.ts';

/** `parley upgrade-database`. @throws UsageError */
export async function upgradeCommand(args: string[], settings: Settings): Promise<void> {
  const given = readArguments('upgrade-database', args);
  const oldPrograms = given.text('old-programs');
  if (settings.databaseUrl !== null)
    throw new Error('the database is external: upgrade it with its own tools, such as pg_upgrade');
  const tell = (words: string) => void process.stderr.write(`${words}\n`);
  const upgrade = await upgradeCluster({
    dataDir: settings.dataDir,
    programsOf: async (major) => (oldPrograms ? programsIn(oldPrograms) : olderPostgres(major)),
    copy: (from, to, end) => copyDatabase(from, to, { tell, whenCopied: end }),
    tell,
    signal: stopSignal(),
  });
  print(given.flag('json') ? JSON.stringify(upgrade) : wordsOf(upgrade));
}

function wordsOf({ from, to, kept }: ClusterUpgrade): string {
  if (from === null) return `the database already uses PostgreSQL ${to}: there is nothing to do`;
  return (
    `upgraded the database from PostgreSQL ${from} to ${to}; start Parley now. The old one is kept in ${kept}: ` +
    'delete that folder once you no longer need it'
  );
}

/** Where the programs are, given their folder or an unpacked package. */
function programsIn(folder: string): string {
  const places = [resolve(folder), resolve(folder, 'native')];
  const found = places.find((place) => existsSync(join(place, 'bin', 'postgres')));
  if (found === undefined) throw new Error(`there is no bin/postgres in ${resolve(folder)}`);
  return found;
}
