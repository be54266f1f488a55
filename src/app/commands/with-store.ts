import { once } from 'node:events';
import { connectEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { openStore, requireSchema } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../output/json-log.ts';
import { stopSignal } from './stop-signal.ts';

export type Store = { db: Db; clock: { now(): Date } };
type Work<Result> = (store: Store) => Promise<Result>;

/** Beside a running server, or on the data folder of a stopped one. */
export async function withStore<Result>(settings: Settings, work: Work<Result>): Promise<Result> {
  if (settings.databaseUrl) return withDatabase(settings.databaseUrl, work);
  const signal = stopSignal();
  const server = await connectEmbeddedPostgres(settings.dataDir, jsonLog('error'));
  try {
    signal.throwIfAborted();
    const stopped = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    return await Promise.race([withDatabase(server.url, work), stopped]);
  } finally {
    await server.stop();
  }
}

async function withDatabase<Result>(url: string, work: Work<Result>): Promise<Result> {
  const db = openStore(url, 2);
  try {
    await requireSchema(db);
    return await work({ db, clock: { now: () => new Date() } });
  } finally {
    await db.destroy();
  }
}
