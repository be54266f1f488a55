import { connectEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { openStore, requireSchema } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../json-log.ts';

export type Store = { db: Db; clock: { now(): Date } };

/** Beside a running server, or on the data folder of a stopped one. */
export async function withStore<Result>(
  settings: Settings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const server = settings.databaseUrl
    ? null
    : await connectEmbeddedPostgres(settings.dataDir, jsonLog('error'));
  const db = openStore(settings.databaseUrl ?? server?.url ?? '', 2);
  try {
    await requireSchema(db);
    return await work({ db, clock: { now: () => new Date() } });
  } finally {
    await db.destroy();
    await server?.stop();
  }
}
