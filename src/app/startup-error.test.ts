import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { holdDataFolder } from '../adapters/embedded/data-folder.ts';
import { migrate, openStore } from '../store/open-store.ts';
import { readSettings } from './config/read-settings.ts';
import { startFault } from './startup-error.ts';

const { db, url } = await testDatabase();

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ['that nobody listens at', 'postgres://parley:canary@127.0.0.1:1/parley', 'ECONNREFUSED'],
  ['of an unknown name', 'postgres://parley:canary@nowhere.invalid/parley', 'nowhere.invalid'],
])('a database %s is reported with its setting, without its password', async (_, url, word) => {
  const away = openStore(url, 1);
  const message = startFault(await failed(migrate(away)), readSettings({ DATABASE_URL: url }));
  await away.destroy();
  expect(message).toContain(word);
  expect(message).toContain('DATABASE_URL');
  expect(message).not.toContain('canary');
});

test('a database that belongs to another user is reported with what to change', async () => {
  const stranger = `t_${randomUUID().replaceAll('-', '')}`;
  const { hostname, port, pathname } = new URL(url);
  await sql`create role ${sql.id(stranger)} login password 'canary'`.execute(db);
  const theirs = `postgres://${stranger}:canary@${hostname}:${port}${pathname}`;
  const asStranger = openStore(theirs, 1);
  const error = await failed(migrate(asStranger));
  const message = startFault(error, readSettings({ DATABASE_URL: theirs }));
  await asStranger.destroy();
  await sql`drop role ${sql.id(stranger)}`.execute(db);
  expect(message).toContain('\n  Make the user in DATABASE_URL the owner of the database.');
  expect(message).not.toContain('canary');
});

test('a database with several addresses, none of which answers, is reported with a reason', () => {
  const none = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
  expect(startFault(new Error('The database cannot be used', { cause: none }), null)).toContain(
    'because: ECONNREFUSED',
  );
});

test.each([
  ['is a file', ''],
  ['is below a file', 'data'],
])('a data folder that %s is reported with its setting', async (_, below) => {
  const parent = await mkdtemp(join(tmpdir(), 'parley-fault-'));
  await writeFile(join(parent, 'file'), '');
  const dataDir = join(parent, 'file', below);
  const fault = await failed(Promise.resolve().then(() => holdDataFolder(dataDir)));
  await rm(parent, { recursive: true });
  const message = startFault(fault, readSettings({ PARLEY_DATA_DIR: dataDir }));
  expect(message).toContain(`${dataDir} cannot be used as the data folder`);
  expect(message).toContain('PARLEY_DATA_DIR');
});

test('a data folder where no folder can be created is reported with its setting', async () => {
  const dataDir = '/proc/parley/data';
  const dataFolder = JSON.stringify(import.meta.resolve('../adapters/embedded/data-folder.ts'));
  // A mkdir that never returns would stop the test's process too.
  const script = `import { holdDataFolder } from ${dataFolder};
    try { holdDataFolder('${dataDir}') } catch (error) { console.log(JSON.stringify(error)) }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  const fault = Object.assign(new Error(), JSON.parse(await text(child.stdout)));
  expect(startFault(fault, readSettings({ PARLEY_DATA_DIR: dataDir }))).toBe(
    `Parley cannot start: ${dataDir} cannot be used as the data folder (ENOENT). ` +
      'Correct its owner, or set PARLEY_DATA_DIR to another folder.',
  );
});

test("a file of another user in the data folder is reported with the folder, whose files are that user's too", () => {
  const path = '/srv/parley/postgres/PG_VERSION';
  const fault = Object.assign(new Error(), { code: 'EACCES', syscall: 'open', path });
  expect(startFault(fault, readSettings({ PARLEY_DATA_DIR: '/srv/parley' }))).toBe(
    `Parley cannot start: this user may not use ${path}. Run Parley as the owner of /srv/parley, ` +
      'or make this user the owner of everything in it.',
  );
});

test('a program that this user may not run is not reported as a data folder', async () => {
  const [error] = (await once(spawn('/proc/self/status'), 'error')) as [Error];
  expect(startFault(error, null)).toBe(
    'Parley cannot start: this user may not run /proc/self/status. ' +
      'Run set-up (node setup/run.mjs start) as this user.',
  );
});

test('a disk that fills while the database is created is reported in one sentence', () => {
  const fault = new Error(
    'initdb failed: FATAL: could not extend file\nHINT:  Check free disk space.\nAborted',
  );
  expect(startFault(fault, null)).toMatch(/^Parley cannot start: the disk .* is full\..*$/);
});

test.each([
  ['EADDRINUSE', 'port 443 is in use by another program'],
  ['EACCES', 'this user may not listen on port 443: let this user .*CAP_NET_BIND_SERVICE'],
])('a port of TLS that cannot be had (%s) is reported with its setting', (code, words) => {
  const settings = readSettings({
    PARLEY_TLS_CERT: 'cert.pem',
    PARLEY_TLS_KEY: 'key.pem',
    PARLEY_PUBLIC_URL: 'https://acme.test',
  });
  const fault = Object.assign(new Error(code), { code, syscall: 'listen', port: 443 });
  expect(startFault(fault, settings)).toMatch(new RegExp(`${words}.* PARLEY_TLS_PORT to a`));
});

test('a listen address that does not exist is reported with its setting', async () => {
  const server = createServer();
  const listening = new Promise((_, reject) =>
    server.once('error', reject).listen(0, 'nowhere.invalid'),
  );
  const message = startFault(
    await failed(listening),
    readSettings({ PARLEY_HOST: 'nowhere.invalid' }),
  );
  expect(message).toContain(
    'nowhere.invalid is not an address of this machine. Correct PARLEY_HOST',
  );
});
