import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded/postgres.ts';
import { silentLog } from '../clock-and-log.ts';

export type TemporaryPostgres = Awaited<ReturnType<typeof temporaryPostgres>>;

/** An embedded PostgreSQL that ends, and whose files are removed, with `stop` or with this process. */
export async function temporaryPostgres(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  // It runs in its own session: a Ctrl-C in the terminal does not reach it.
  const endWithUs = (): void => {
    process.kill(server.pid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
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
