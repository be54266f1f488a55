import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCertificate } from '../../../dev/world/certificate.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { fails, says, scriptedModel } from '../../../dev/world/speech/model-server.ts';
import { mediaServerPath } from '../../../setup/places.mjs';
import { type EmbeddedMedia, startEmbeddedMedia } from '../../adapters/embedded/livekit.ts';
import { holdDataFolder } from '../../adapters/embedded/data-folder.ts';
import { runChecks } from './run-checks.ts';

type Environment = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
const newFolder = () => mkdtempSync(join(folder, 'f-'));
const { url: databaseUrl } = await testDatabase();
const newer = await testDatabase();
let media: EmbeddedMedia;
let healthy: Environment;

beforeAll(async () => {
  const [http = 0, tcp = 0, udp = 0, port = 0, tls = 0, ops = 0] = await freePorts(6);
  media = await startEmbeddedMedia({
    dataDir: newFolder(),
    serverPath: mediaServerPath() ?? '',
    ports: { http, tcp, udp },
    nodeIp: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:9/media/events',
    log: silentLog,
  });
  const { certFile, keyFile } = await writeCertificate(newFolder(), ['localhost', '192.0.2.7']);
  healthy = {
    PARLEY_PUBLIC_URL: 'https://localhost',
    PARLEY_PORT: String(port),
    PARLEY_TLS_PORT: String(tls),
    PARLEY_OPS_PORT: String(ops),
    PARLEY_TLS_CERT: certFile,
    PARLEY_TLS_KEY: keyFile,
    PARLEY_DATA_DIR: newFolder(),
    DATABASE_URL: databaseUrl,
    LIVEKIT_URL: media.url,
    LIVEKIT_API_KEY: media.apiKey,
    LIVEKIT_API_SECRET: media.apiSecret,
  };
});
afterAll(async () => {
  await media.stop();
  rmSync(folder, { recursive: true });
});

/** What is found wrong with the healthy installation after a change. */
async function faultsAfter(change: Environment = {}, now = new Date()): Promise<string[]> {
  const findings = await runChecks(() => ({ ...healthy, ...change }), now);
  return findings.flatMap(({ check, found, fix }) => (fix === null ? [] : `${check}: ${found}`));
}

test('a healthy installation has no fault, and each check says what it saw', async () => {
  const findings = await runChecks(() => healthy, new Date());
  expect(findings.filter(({ fix }) => fix !== null)).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    'settings',
    'certificate',
    'name',
    'ports',
    'database',
    'media',
    'webhooks',
    'speech',
    'summary',
    'disk',
  ]);
  expect(findings.find(({ check }) => check === 'media')?.found).toMatch(/^LiveKit \d+\.\d+/);
});

test('the doctor finds a folder for sound that is not mounted', async () => {
  expect(await faultsAfter({ PARLEY_SPOOL: newFolder() })).toEqual([]);
  expect(await faultsAfter({ PARLEY_SPOOL: '/not/mounted' })).toEqual([
    'spool: /not/mounted cannot be written',
  ]);
});

test('the doctor finds a misspelled setting', async () => {
  expect(await faultsAfter({ PARLEY_PROT: '8080' })).toEqual([
    expect.stringContaining('settings: PARLEY_PROT'),
  ]);
});

test('the doctor finds a language model that is not used', async () => {
  expect(await faultsAfter({ PARLEY_SUMMARY_URL: 'http://127.0.0.1:9/v1' })).toEqual([
    'settings: PARLEY_SUMMARY_URL has no effect without PARLEY_SUMMARY=openai',
  ]);
});

test('the doctor finds a public name that has no address', async () => {
  const pair = await writeCertificate(newFolder(), ['nobody.invalid']);
  const change = { PARLEY_TLS_CERT: pair.certFile, PARLEY_TLS_KEY: pair.keyFile };
  expect(await faultsAfter({ ...change, PARLEY_PUBLIC_URL: 'https://nobody.invalid' })).toEqual([
    'name: nobody.invalid has no address',
  ]);
});

test('the doctor finds a running service whose certificate this machine does not trust', async () => {
  const { PARLEY_TLS_CERT: cert = '', PARLEY_TLS_KEY: key = '', PARLEY_DATA_DIR = '' } = healthy;
  const server = createHttpsServer({ cert: readFileSync(cert), key: readFileSync(key) });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const hold = holdDataFolder(PARLEY_DATA_DIR);
  try {
    expect(await faultsAfter({ PARLEY_PUBLIC_URL: `https://localhost:${port}` })).toEqual([
      expect.stringMatching(/^name: .* has a certificate that is not trusted \(DEPTH_ZERO_/),
    ]);
    const [nobody = 0] = await freePorts(1);
    expect(await faultsAfter({ PARLEY_PUBLIC_URL: `https://localhost:${nobody}` })).toEqual([
      `name: https://localhost:${nobody} does not lead to this service`,
    ]);
  } finally {
    hold.release();
    server.close();
  }
});

test('the doctor finds a public address without TLS', async () => {
  const change = { PARLEY_TLS_CERT: '', PARLEY_TLS_KEY: '', PARLEY_TLS_PORT: '' };
  expect(await faultsAfter({ ...change, PARLEY_PUBLIC_URL: 'http://192.0.2.7' })).toEqual([
    'name: http://192.0.2.7 has no TLS: browsers do not allow microphones',
  ]);
});

test('the doctor finds a certificate that is not valid now or soon, of another name or of another key', async () => {
  for (const [days, words] of [
    [100, 'expired on'],
    [85, 'expires on'],
    [-1, 'is not valid before'],
  ] as const)
    expect(await faultsAfter({}, new Date(Date.now() + days * 86_400_000))).toEqual([
      expect.stringContaining(`certificate: ${words}`),
    ]);
  const other = await writeCertificate(newFolder(), ['meet.example.org']);
  expect(
    await faultsAfter({ PARLEY_TLS_CERT: other.certFile, PARLEY_TLS_KEY: other.keyFile }),
  ).toEqual(['certificate: does not cover localhost']);
  expect(await faultsAfter({ PARLEY_TLS_KEY: other.keyFile })).toEqual([
    'certificate: the key belongs to another certificate',
  ]);
});

test('the doctor finds a port that another program has', async () => {
  for (const name of ['PARLEY_PORT', 'PARLEY_TLS_PORT', 'PARLEY_OPS_PORT']) {
    const program = createServer().listen(Number(healthy[name]), '127.0.0.1');
    await once(program, 'listening');
    expect(await faultsAfter()).toEqual([
      `ports: port ${healthy[name]} is in use by another program`,
    ]);
    await once(program.close(), 'close');
  }
});

test('the doctor finds a database that is not there, and one that a newer version has used', async () => {
  const [nobody = 0] = await freePorts(1);
  expect(await faultsAfter({ DATABASE_URL: `postgres://a:b@127.0.0.1:${nobody}/x` })).toEqual([
    expect.stringContaining('database: cannot be reached: connect ECONNREFUSED'),
  ]);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
    newer.db,
  );
  expect(await faultsAfter({ DATABASE_URL: newer.url })).toEqual([
    'database: was used by a newer Parley',
  ]);
});

test('the doctor finds a LiveKit that is not there, and one that has another secret', async () => {
  const [nobody = 0] = await freePorts(1);
  expect(await faultsAfter({ LIVEKIT_URL: `ws://127.0.0.1:${nobody}` })).toEqual([
    `media: LiveKit cannot be reached at 127.0.0.1:${nobody}`,
  ]);
  expect(await faultsAfter({ LIVEKIT_API_SECRET: 'x'.repeat(40) })).toEqual([
    'media: LiveKit rejects the key',
  ]);
});

test('the doctor finds a clock that is an hour off', async () => {
  const clock = createHttpServer((_, response) =>
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString()).end('{}'),
  ).listen(0, '127.0.0.1');
  await once(clock, 'listening');
  const { port } = clock.address() as AddressInfo;
  expect(await faultsAfter({ LIVEKIT_URL: `http://127.0.0.1:${port}` })).toEqual([
    expect.stringMatching(/^clock: differs from that of LiveKit by 3[56]\d\d s$/),
  ]);
  clock.close();
});

test('the doctor finds a folder without a speech model, and a language model that its server lacks', async () => {
  const empty = newFolder();
  const models = { PARLEY_SPEECH_MODEL: empty, PARLEY_SPEECH_LANGUAGES: `de=${empty}` };
  expect(await faultsAfter(models)).toEqual([
    `speech: ${empty} holds no model`,
    `speech in de: ${empty} holds no model`,
  ]);
  const summary = { PARLEY_SUMMARY: 'openai', PARLEY_SUMMARY_MODEL: 'small' };
  await using known = await scriptedModel(says('ready'));
  expect(await faultsAfter({ ...summary, PARLEY_SUMMARY_URL: known.url })).toEqual([]);
  await using unknown = await scriptedModel(fails(404));
  expect(await faultsAfter({ ...summary, PARLEY_SUMMARY_URL: unknown.url })).toEqual([
    expect.stringMatching(/^summary: .* does not know the model or the address \(status 404\)$/),
  ]);
});

test('the doctor finds a data folder that other users can read or use', async () => {
  const open = newFolder();
  chmodSync(open, 0o755);
  const faults = () => faultsAfter({ PARLEY_DATA_DIR: open });
  expect(await faults()).toEqual([`disk: other users can read ${open}`]);
  mkdirSync(join(open, 'home'));
  expect(await faults()).toEqual([`disk: ${open} holds other things than Parley's data`]);
});

test('the doctor finds a name for TURN that has no address', async () => {
  const pair = await writeCertificate(newFolder(), ['localhost', 'turn.nobody.invalid']);
  const [http, tcp, udp] = await freePorts(3);
  const embedded = {
    LIVEKIT_URL: '',
    LIVEKIT_API_KEY: '',
    LIVEKIT_API_SECRET: '',
    PARLEY_MEDIA_NODE_IP: '127.0.0.1',
    PARLEY_MEDIA_PORT: String(http),
    PARLEY_MEDIA_TCP_PORT: String(tcp),
    PARLEY_MEDIA_UDP_PORT: String(udp),
    PARLEY_TLS_CERT: pair.certFile,
    PARLEY_TLS_KEY: pair.keyFile,
    PARLEY_TURN_DOMAIN: 'turn.nobody.invalid',
  };
  const noAddress = 'turn: turn.nobody.invalid has no address';
  expect(await faultsAfter(embedded)).toEqual([noAddress]);
  const { PARLEY_TLS_CERT = '', PARLEY_TLS_KEY = '' } = healthy;
  expect(await faultsAfter({ ...embedded, PARLEY_TLS_CERT, PARLEY_TLS_KEY })).toEqual([
    'certificate: does not cover turn.nobody.invalid',
    noAddress,
  ]);
});
