// A real PostgreSQL of the installed version, set up with settings that Parley would not choose.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolder } from '../../src/adapters/embedded/cluster-folders.ts';
import { installedPostgres } from '../../src/adapters/embedded/installed-postgres.ts';
import { choosePostgresAccount } from '../../src/adapters/embedded/postgres-account.ts';
import {
  clusterUrl,
  initCluster,
  makeDraft,
} from '../../src/adapters/embedded/postgres-cluster.ts';
import { adoptOrLaunch, endServer } from '../../src/adapters/embedded/postgres-server.ts';

const PASSWORD = 'tell-nobody';

/** `settings` go to postgresql.conf. */
export async function clusterWith(
  settings: Record<string, string>,
): Promise<{ url: string } & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cluster-'));
  const account = choosePostgresAccount(dataDir, installedPostgres().native);
  const folder = clusterFolder(account.clusterParent);
  const draft = makeDraft(account);
  renameSync(initCluster(draft, account, PASSWORD), folder);
  rmSync(draft, { recursive: true });
  const { server, port } = await adoptOrLaunch({
    account,
    folder,
    logFile: join(dataDir, 'postgres.log'),
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings },
  });
  return {
    url: clusterUrl(PASSWORD, port),
    [Symbol.asyncDispose]: async () => {
      await endServer(server.pid);
      for (const path of [account.clusterParent, dataDir])
        rmSync(path, { recursive: true, force: true });
    },
  };
}
