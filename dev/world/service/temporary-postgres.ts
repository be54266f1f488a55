import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded/postgres.ts';
import { silentLog } from '../clock-and-log.ts';

/** $0 the process, $1 the folder. */
const END = 'kill -QUIT "$0"; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$1"';

/** An embedded PostgreSQL that ends, and whose files are removed, with `stop` or with this process. */
export async function temporaryPostgres(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  // It runs in its own session: a Ctrl-C in the terminal does not reach it.
  const endWithUs = (): void => {
    const how = { detached: true, stdio: 'ignore' } as const;
    spawn('sh', ['-c', END, String(server.pid), dataDir], how);
  };
  process.once('exit', endWithUs);
  return {
    url: server.url,
    pid: server.pid,
    dataDir,
    stop: async (): Promise<void> => {
      process.removeListener('exit', endWithUs);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
