// One running Parley for all files of a worker that need no settings of their own: a start costs 4 s of a core.
import { spawn } from 'node:child_process';
import { type Parley, startParley } from './service/start-parley.ts';
import { lastingDatabase } from './service/test-database.ts';

/** $0: process id, $1: data folder. Stops and deletes them at the end of input, that is, when the worker exits. */
const END =
  'cat; kill "$0"; for n in $(seq 150); do kill -0 "$0" || break; sleep 0.1; done; rm -rf "$1"';
/** Many files use one key and one address. */
const NO_LIMITS = {
  PARLEY_RATE_WRITE_PER_MINUTE: '0',
  PARLEY_RATE_READ_PER_MINUTE: '0',
  PARLEY_RATE_GUEST_PER_MINUTE: '0',
};

const running = new Map<string, Promise<Parley>>();

/** Runs until this worker exits, which must not be isolated. Use only meetings that you create. */
export function sharedParley(speech: 'on' | 'off'): Promise<Parley> {
  const parley = running.get(speech) ?? start(speech);
  running.set(speech, parley);
  // The next file tries again.
  parley.catch(() => running.delete(speech));
  return parley;
}

async function start(speech: 'on' | 'off'): Promise<Parley> {
  const { url } = await lastingDatabase();
  const env = {
    DATABASE_URL: url,
    ...NO_LIMITS,
    ...(speech === 'off' && { PARLEY_SPEECH: 'off' }),
  };
  const parley = await startParley({ env });
  // The worker is ended by a signal, so it cannot stop anything itself.
  const guard = spawn('sh', ['-c', END, String(parley.pid), parley.dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return parley;
}
