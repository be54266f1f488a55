import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { vadModelPath } from '../../setup/places.mjs';
import { writeCertificate } from '../../dev/world/certificate.ts';
import { manualClock, silentLog } from '../../dev/world/clock-and-log.ts';
import { coreScene } from '../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { findTask, putTask } from '../store/task.ts';
import { leaseDueTasks } from '../store/task-run.ts';
import type { ScribeOptions } from './scribe-options.ts';
import { startScribe, startScribes } from './scribes.ts';

/** The next processes are not started, but this is done instead. */
const { instead } = vi.hoisted(() => ({ instead: [] as (() => EventEmitter)[] }));
vi.mock(import('node:child_process'), async (importActual) => {
  const actual = await importActual();
  const fork = (...given: Parameters<typeof actual.fork>) =>
    (instead.shift()?.() as ChildProcess | undefined) ?? actual.fork(...given);
  return { ...actual, fork: fork as typeof actual.fork };
});

const folder = mkdtempSync(join(tmpdir(), 'parley-scribes-'));
const { db, url } = await testDatabase();
const { settings } = coreScene(db).ctx;

afterAll(() => rmSync(folder, { recursive: true }));

/** A scribe with variables that its service has in the environment. */
function scribeWith(variables: Record<string, string>, options: Partial<ScribeOptions>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const scribe = startScribe({ ...plain, ...options }, silentLog, () => {});
  onTestFinished(async () => {
    await scribe.stop();
    vi.unstubAllEnvs();
  });
}

const plain: ScribeOptions = {
  databaseUrl: url,
  media: { url: 'http://127.0.0.1:9', apiKey: 'key', apiSecret: 'secret' },
  listener: 'own',
  modelDir: '',
  vadPath: vadModelPath(),
  recognizers: 1,
  remote: null,
  languages: [],
  secondPass: null,
  spool: { root: folder, copies: null },
  holder: 'scribe',
  hasStandby: false,
  isAlone: true,
  isReserve: false,
  coreSettings: settings,
  traces: null,
  logLevel: 'error',
};

/** A scribe is a process, which starts in seconds, or many on a busy machine. */
const STARTED = { timeout: 50_000 };

test('a scribe uses the password of the database that is in the environment', async () => {
  const withoutPassword = new URL(url);
  withoutPassword.password = '';
  scribeWith(
    { PGPASSWORD: decodeURIComponent(new URL(url).password) },
    { databaseUrl: withoutPassword.href },
  );
  const listening = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and query = 'listen parley'`.execute(db);
    return rows.length;
  };
  await expect.poll(listening, STARTED).toBe(1);
});

test('a scribe trusts the certificate authorities that are in the environment', async () => {
  const { certFile, keyFile } = await writeCertificate(folder, ['localhost']);
  const asked = Promise.withResolvers<string>();
  const storage = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (request, response) => {
      asked.resolve(request.url ?? '');
      response.writeHead(403).end();
    },
  );
  await once(storage.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => storage.closeAllConnections());
  const { port } = storage.address() as AddressInfo;
  scribeWith(
    {
      NODE_EXTRA_CA_CERTS: certFile,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL_S3: `https://localhost:${port}`,
    },
    {
      spool: {
        root: folder,
        copies: { bucket: 'sound', prefix: '', region: 'us-east-1', isOwnServer: true },
      },
    },
  );
  expect(await asked.promise).toContain('/sound');
});

test('a service that is out of memory or of files goes on, and starts its scribe later', async () => {
  const attempts: unknown[] = [];
  const log = { ...silentLog, warn: (_: string, fields = {}) => void attempts.push(fields) };
  // Node throws for one, and returns a process without a channel for the other.
  instead.push(
    () => {
      throw new Error('spawn ENOMEM');
    },
    () => {
      const child = new EventEmitter();
      setImmediate(() => child.emit('error', new Error('spawn EMFILE')));
      return child;
    },
  );
  const scribe = startScribe(plain, log, () => {});
  expect(scribe.health().status).toBe('unavailable');
  await expect.poll(() => attempts).toMatchObject([{ attempt: 1 }, { attempt: 2 }]);
  await expect.poll(() => scribe.health().status, STARTED).not.toBe('unavailable');
  await scribe.stop();
});

test("a dead scribe's meetings are free at once, although this machine's clock is behind", async () => {
  const clock = manualClock(new Date(Date.now() + 4_000));
  const now = clock.now();
  await putTask(db, 'attend_meeting', 'mtg_1', now);
  const leasedUntil = new Date(now.getTime() + 2_000);
  const kinds = ['attend_meeting'] as const;
  await leaseDueTasks(db, { kinds, holder: 'scribe', now, leasedUntil, limit: 1 });
  const child = new EventEmitter();
  instead.push(
    () => child,
    () => new EventEmitter(),
  );
  const scribe = startScribes({ ...coreScene(db).ctx, clock }, plain);
  child.emit('exit', null, 'SIGKILL');
  const holder = async () => (await findTask(db, 'attend_meeting', 'mtg_1'))?.leased_by;
  await expect.poll(holder).toBeNull();
  await scribe.stop();
});
