import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { until } from '../../../dev/world/until.ts';
import { projectRoot, testSpeechPath } from '../../../setup/places.mjs';
import { placeForCluster, startEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { clusterUrl, passwordOf } from '../../adapters/embedded/postgres-cluster.ts';
import { endServerOf } from '../../adapters/embedded/postgres-server.ts';
import { migrate, openStore } from '../../store/open-store.ts';
import { stopSignal } from './stop-signal.ts';

const COMMAND_MS = 60_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-stop-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** `parley ...` with its temporary files in a folder of their own. */
async function start(args: string[], env: Record<string, string>) {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const child = spawn(process.execPath, [join(projectRoot(), 'src/app/command-line.ts'), ...args], {
    env: { ...process.env, ...env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let result = '';
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (result += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    result,
    said,
  }));
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('parley-'));
  const hasSaid = (words: string) => until(words, COMMAND_MS, () => said.includes(words));
  return { hasSaid, stop: (signal: NodeJS.Signals) => child.kill(signal), ended, left };
}

const INTERRUPTED = { code: 1, result: '', said: expect.stringContaining('interrupted') };

describe.each(['SIGINT', 'SIGTERM'] as const)('a command on a stopped service, at %s', (signal) => {
  let dataDir: string;
  let postmaster: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(folder, 'data-'));
    postmaster = join(placeForCluster(dataDir).folder, 'postmaster.pid');
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    const db = openStore(server.url, 1);
    await migrate(db);
    // Whoever lists the keys waits.
    await sql`alter table api_key rename to api_keys`.execute(db);
    await sql`create view api_key as select k.* from pg_sleep(600), api_keys k`.execute(db);
    await db.destroy();
    await server.stop();
  }, COMMAND_MS);

  test('`backup` leaves no part of the backup and no database running', async () => {
    const programs = await mkdtemp(join(folder, 'programs-'));
    await writeFile(join(programs, 'tar'), '#!/bin/sh\nexec /bin/sleep 600\n', { mode: 0o755 });
    const backups = await mkdtemp(join(folder, 'backups-'));
    const command = await start(['backup', join(backups, 'backup.tar')], {
      PARLEY_DATA_DIR: dataDir,
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    });
    await until('a part is written', COMMAND_MS, async () => (await readdir(backups)).length > 0);
    command.stop(signal);
    expect(await command.ended).toEqual(INTERRUPTED);
    expect(await readdir(backups)).toEqual([]);
    expect(await command.left()).toEqual([]);
    expect(existsSync(postmaster)).toBe(false);
  });

  test('`backup` into a place that cannot be written leaves no database running', async () => {
    const place = join(await mkdtemp(join(folder, 'backups-')), 'file');
    await writeFile(place, '');
    const command = await start(['backup', join(place, 'backup.tar')], {
      PARLEY_DATA_DIR: dataDir,
    });
    expect(await command.ended).toMatchObject({ code: 1, said: expect.stringContaining(place) });
    expect(await command.left()).toEqual([]);
    expect(existsSync(postmaster)).toBe(false);
  });

  afterAll(() => endServerOf(dirname(postmaster)));

  test('`keys` leaves no database running', async () => {
    const command = await start(['keys', 'list'], { PARLEY_DATA_DIR: dataDir });
    await until('it waits for the keys', COMMAND_MS, () => asksForKeys(dataDir, postmaster));
    command.stop(signal);
    expect(await command.ended).toEqual(INTERRUPTED);
    expect(existsSync(postmaster)).toBe(false);
  });
});

/** Whether a statement sleeps in the database that a command has started on this data folder. */
async function asksForKeys(dataDir: string, postmaster: string): Promise<boolean> {
  if (!existsSync(postmaster)) return false;
  const port = Number((await readFile(postmaster, 'utf8')).split('\n')[3]);
  // PostgreSQL writes the file line by line.
  if (!(port > 0)) return false;
  const client = new pg.Client(clusterUrl(passwordOf(dataDir) ?? '', port));
  try {
    await client.connect();
    const found = await client.query("select from pg_stat_activity where wait_event = 'PgSleep'");
    return found.rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

test('`transcribe` that is stopped leaves no voices in the temporary folder', async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const command = await start(['transcribe', testSpeechPath('reply')], {
    PARLEY_SPEECH: 'openai',
    PARLEY_SPEECH_URL: `http://127.0.0.1:${port}/v1`,
  });
  await asked.promise;
  expect(await command.left()).toHaveLength(1);
  command.stop('SIGINT');
  expect(await command.ended).toEqual(INTERRUPTED);
  expect(await command.left()).toEqual([]);
  server.close();
});

test('`transcribe` keeps its warnings out of its result', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const command = await start(['transcribe', testSpeechPath('reply')], {
    PARLEY_SPEECH: 'openai',
    PARLEY_SPEECH_URL: `http://127.0.0.1:${port}/v1`,
  });
  await command.hasSaid('status 503');
  command.stop('SIGINT');
  expect(await command.ended).toEqual(INTERRUPTED);
  server.close();
});

test('`transcribe` without its model says so, and leaves no voices either', async () => {
  const command = await start(['transcribe', testSpeechPath('reply')], {
    PARLEY_SPEECH_MODEL: folder,
  });
  expect(await command.ended).toMatchObject({ code: 1, said: expect.stringContaining(folder) });
  expect(await command.left()).toEqual([]);
});

// SIGHUP comes when the terminal or the SSH connection closes.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
test.each(SIGNALS)('%s aborts a command', (name) => {
  const before = SIGNALS.flatMap((one) => process.listeners(one));
  const addedFor = (one: (typeof SIGNALS)[number]) =>
    process.listeners(one).filter((listener) => !before.includes(listener));
  onTestFinished(() => {
    for (const one of SIGNALS)
      for (const listener of addedFor(one)) process.removeListener(one, listener);
  });
  const signal = stopSignal();
  const [added, ...more] = addedFor(name);
  added?.(name);
  expect([signal.aborted, String(signal.reason), more]).toEqual([true, 'Error: interrupted', []]);
});
