// A data folder like that of a Parley with an older PostgreSQL.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { olderPostgres } from '../../setup/older-postgres.mjs';
import { clusterFolder } from '../../src/adapters/embedded/cluster-folders.ts';
import { majorOfCluster } from '../../src/adapters/embedded/installed-postgres.ts';
import { choosePostgresAccount } from '../../src/adapters/embedded/postgres-account.ts';
import {
  clusterUrl,
  initCluster,
  makeDraft,
  passwordOf,
} from '../../src/adapters/embedded/postgres-cluster.ts';
import { adoptOrLaunch, endServer } from '../../src/adapters/embedded/postgres-server.ts';

/** The version that the set-up fetches for tests. */
export const OLDER_MAJOR = 17;

/** Runs the older PostgreSQL on the data folder; creates its cluster if there is none. */
export async function startOlderPostgres(
  dataDir: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const account = choosePostgresAccount(dataDir, await olderPostgres(OLDER_MAJOR));
  const folder = clusterFolder(account.clusterParent);
  const password = passwordOf(dataDir) ?? 'tell-nobody';
  if (majorOfCluster(folder) === undefined) {
    writeFileSync(join(dataDir, 'postgres-password'), password, { mode: 0o600 });
    const draft = makeDraft(account);
    renameSync(initCluster(draft, account, password), folder);
    rmSync(draft, { recursive: true });
    writeFileSync(join(dataDir, 'postgres-place'), folder, { mode: 0o600 });
  }
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' };
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const { server, port } = await adoptOrLaunch({ account, folder, logFile, settings });
  return {
    url: clusterUrl(password, port),
    pid: server.pid,
    stop: () => endServer(server),
  };
}
