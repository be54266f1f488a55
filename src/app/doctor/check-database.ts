import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { installedPostgres, PostgresMissing } from '../../adapters/embedded/installed-postgres.ts';
import { clusterParentOf } from '../../adapters/embedded/postgres-account.ts';
import { passwordFileOf, stateOfCluster } from '../../adapters/embedded/postgres-cluster.ts';
import { isHalfRestored } from '../../adapters/embedded/data-folder.ts';
import { withTimeout } from '../../core/timing.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../store/database/database-facts.ts';
import { isOutOfConnections } from '../../store/database/trouble.ts';
import { listen, notify } from '../../store/notify.ts';
import { NewerDatabase, OlderDatabase, openStore, requireSchema } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';
import type { Settings } from '../config/read-settings.ts';
import { MAX_CLOCK_OFF_MS } from '../clock/shared-clock.ts';
import { fault, fine, type Finding } from './finding.ts';

const OLDEST_VERSION = 150_000;
/** What the pools of one process take, plus some for commands. */
const MIN_CONNECTIONS = 40;
const NOTICE_WITHIN_MS = 2_000;

/** An external database: reachable, new enough, with this version's schema and enough connections; and its clock. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const { databaseUrl } = settings;
  if (databaseUrl === null) return [checkReadable(settings.dataDir)];
  const db = openStore(databaseUrl, 1);
  try {
    return await findingsOf(db, databaseUrl);
  } catch (error) {
    return [refusal('cannot be reached', error, 'that the database is running')];
  } finally {
    await db.destroy();
  }
}

/** `check`: what to check besides the URL. */
function refusal(found: string, error: unknown, check: string): Finding {
  const cause = error instanceof Error ? error.message || error.name : 'no answer';
  return fault(
    'database',
    `${found}: ${cause}`,
    isOutOfConnections(error)
      ? 'Allow this user more connections (max_connections), or end some of the others.'
      : `Check DATABASE_URL, and ${check}.`,
  );
}

function checkReadable(dataDir: string): Finding {
  try {
    return faultOfPrograms() ?? checkEmbedded(dataDir);
  } catch (error) {
    return fault(
      'database',
      `cannot be looked at: ${error instanceof Error ? error.message : 'no reason given'}`,
      `Run this as the user that runs Parley, or change the owner of ${dataDir}.`,
    );
  }
}

/** `name`: the package with PostgreSQL. */
export function faultOfPrograms(name?: string): Finding | undefined {
  try {
    installedPostgres(name);
    return undefined;
  } catch (error) {
    if (!(error instanceof PostgresMissing)) throw error;
    return fault(
      'database',
      'the embedded PostgreSQL is not installed',
      'Set DATABASE_URL to a database of your own, or run `npm start`, which gets it.',
    );
  }
}

function checkEmbedded(dataDir: string): Finding {
  const wellKept = fine('database', 'embedded, managed by Parley');
  if (!existsSync(dataDir)) return wellKept;
  if (isHalfRestored(dataDir))
    return fault(
      'database',
      'its restore is not finished',
      'If it was interrupted, run `parley restore` again.',
    );
  const state = stateOfCluster(dataDir, clusterParentOf(dataDir));
  switch (state.kind) {
    case 'none':
      return wellKept;
    case 'half_upgraded':
      return fault(
        'database',
        'its upgrade was interrupted',
        'Run `parley upgrade-database` again to finish it.',
      );
    case 'lost':
      return fault(
        'database',
        `is missing from ${dataDir}`,
        'Put it back with its owner and modes, or restore a backup. At startup Parley says where it was.',
      );
    case 'there':
      return faultOfCluster(dataDir, state) ?? wellKept;
  }
}

function faultOfCluster(
  dataDir: string,
  { major: found, password }: { major: number; password: string | undefined },
): Finding | undefined {
  const { major } = installedPostgres();
  if (found !== major)
    return fault(
      'database',
      `was created by PostgreSQL ${found}, and this Parley brings ${major}`,
      found < major ? 'Run `parley upgrade-database`.' : 'Start a newer Parley.',
    );
  if (password === undefined)
    return fault(
      'database',
      `cannot be opened: ${passwordFileOf(dataDir)} is missing or empty`,
      'Restore that file from a backup.',
    );
  return undefined;
}

async function findingsOf(db: Db, databaseUrl: string): Promise<Finding[]> {
  const asked = Date.now();
  const facts = await readDatabaseFacts(db);
  const clockOffMs = facts.now.getTime() - (asked + Date.now()) / 2;
  const faults = faultsOfServer(facts, clockOffMs);
  const schema = await schemaOf(db);
  if (schema.fix !== null) faults.push(schema);
  faults.push(...(await faultsOfNotices(db, databaseUrl)));
  return faults.length > 0
    ? faults
    : [fine('database', `PostgreSQL ${facts.words}, ${schema.found}`)];
}

/** Sends a notice from one connection to another one. A pooler in transaction mode loses it silently. */
async function faultsOfNotices(db: Db, databaseUrl: string): Promise<Finding[]> {
  const ref = randomUUID();
  const heard = Promise.withResolvers<Finding[]>();
  const notices = listen(databaseUrl, {
    onNotice: (notice) => {
      if (notice.topic === 'test' && notice.ref === ref) heard.resolve([]);
    },
    onRefused: (error) =>
      heard.resolve([
        refusal('refuses a connection that listens', error, 'that this user may LISTEN'),
      ]),
    onFault: heard.reject,
  });
  try {
    await notices.ready;
    await notify(db, { topic: 'test', ref });
    return await withTimeout(heard.promise, NOTICE_WITHIN_MS, 'no notice').catch(() => [
      fault(
        'database',
        'does not deliver notifications (LISTEN): changes are noticed seconds late',
        'Connect directly, or through a pooler in session mode (`pool_mode = session` in PgBouncer).',
      ),
    ]);
  } finally {
    await notices.stop();
  }
}

/** `clockOffMs`: how much its clock is ahead of ours. */
export function faultsOfServer(facts: DatabaseFacts, clockOffMs: number): Finding[] {
  const faults: Finding[] = [];
  const say = (found: string, fix: string) => faults.push(fault('database', found, fix));
  if (facts.version < OLDEST_VERSION) say(`is PostgreSQL ${facts.words}`, 'Use 15 or newer.');
  if (facts.encoding !== 'UTF8')
    say(`is encoded in ${facts.encoding}`, "Create it with `encoding 'UTF8'`.");
  if (facts.connections < MIN_CONNECTIONS)
    say(
      `allows ${facts.connections} connections`,
      `Set max_connections to ${MIN_CONNECTIONS} or more for each process of Parley.`,
    );
  if (!facts.mayCreate)
    say('does not let this user create tables', 'Make the user the owner of the database.');
  if (Math.abs(clockOffMs) > MAX_CLOCK_OFF_MS)
    faults.push(
      fault(
        'clock',
        `differs from that of the database by ${Math.round(Math.abs(clockOffMs) / 1000)} s`,
        'Synchronize both with NTP.',
      ),
    );
  return faults;
}

async function schemaOf(db: Db): Promise<Finding> {
  try {
    await requireSchema(db);
    return fine('database', 'its schema matches this version');
  } catch (error) {
    if (error instanceof OlderDatabase)
      return fine('database', 'the next start brings its schema up to date');
    if (error instanceof NewerDatabase)
      return fault(
        'database',
        'was used by a newer Parley',
        'Start that version, or restore the backup from before it.',
      );
    throw error;
  }
}
