// What an operator meets at the first start: the real process, real faults.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../setup/places.mjs';
import { connectEmbeddedPostgres } from '../../src/adapters/embedded/postgres.ts';
import { freePorts } from '../world/free-ports.ts';
import { runUntilEnd } from '../world/child-process.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { lastingDatabase } from '../world/service/test-database.ts';
import { silentLog } from '../world/clock-and-log.ts';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});

afterAll(() => clearAway(parley));

const keys = (args: string[]) =>
  runUntilEnd('src/app/command-line.ts', ['keys', ...args], parley.env);

test('health says what works, and what transcribes', async () => {
  const response = await fetch(`${parley.url}/health/ready`);
  const body = (await response.json()) as {
    status: string;
    components: Record<string, { status: string }>;
  };
  expect(response.status).toBe(200);
  expect(Object.keys(body.components).sort()).toEqual([
    'database',
    'media',
    'speech',
    'summary',
    'tasks',
  ]);
  expect(body.components['database']?.status).toBe('ok');
  expect(body.components['media']?.status).toBe('ok');
  expect((await fetch(`${parley.url}/health/live`)).status).toBe(200);
});

test('the commands of the README work as they stand, pasted one after the other', () => {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const [, walk = ''] = readme.split('## One meeting with curl');
  const [section = ''] = walk.split('\n## ');
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(5);
  const script = blocks
    .join("echo '\n---'\n")
    .replaceAll('http://localhost:8080', parley.url)
    .replaceAll('.parley/api-key', join(parley.dataDir, 'api-key'));
  const output = execFileSync('bash', ['-euc', script], { encoding: 'utf8' });
  const answers = output.split('---').map((part) => JSON.parse(part.replace(/\\n\s*$/, '')));
  const { meetingRef } = answers[0];
  expect(answers).toEqual([
    expect.objectContaining({ meetingState: 'created', title: 'Release planning' }),
    expect.objectContaining({ meetingRef, guestUrl: expect.stringContaining('/j/gl_') }),
    // Nobody came: there is nothing to end.
    expect.objectContaining({ code: 'invalid_state' }),
    expect.objectContaining({ meetingRef, status: 'pending' }),
    expect.objectContaining({ meetingRef, status: 'pending' }),
  ]);
  const membersOf = (json: string) => [...json.matchAll(/"(\w+)":/g)].map(([, name]) => name);
  const shown = [...section.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) =>
    membersOf(json),
  );
  for (const at of [0, 1])
    expect(
      membersOf(JSON.stringify(answers[at])).filter((name) => shown[at]?.includes(name)),
    ).toEqual(shown[at]);
});

test('a second start on the same data folder refuses and names the process that holds it', async () => {
  const ended = await runUntilEnd('src/app/main.mjs', [], parley.env);
  expect(ended.code).toBe(1);
  expect(ended.output).toContain(String(parley.pid));
});

test('a start on a taken port says which, and which setting changes it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const taken = String((server.address() as { port: number }).port);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-port-'));
  const [media, tcp, udp] = (await freePorts(3)).map(String);
  const own = {
    DATABASE_URL: (await lastingDatabase()).url,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_MEDIA_PORT: media ?? '',
    PARLEY_MEDIA_TCP_PORT: tcp ?? '',
    PARLEY_MEDIA_UDP_PORT: udp ?? '',
  };
  const ended = await runUntilEnd('src/app/main.mjs', [], {
    ...parley.env,
    ...own,
    PARLEY_PORT: taken,
  });
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
  expect(ended.code).toBe(1);
  expect(ended.output).toContain(taken);
  expect(ended.output).toContain('PARLEY_PORT');
});

test('a second machine, started with nothing but the settings, makes and opens the same guest links', async () => {
  const { url } = await connectEmbeddedPostgres(parley.dataDir, silentLog);
  const media = JSON.parse(await readFile(join(parley.dataDir, 'media-keys.json'), 'utf8')) as {
    apiKey: string;
    apiSecret: string;
  };
  const livekit = {
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: media.apiKey,
    LIVEKIT_API_SECRET: media.apiSecret,
  };
  const second = await startParley({ env: { ...livekit, DATABASE_URL: url, PARLEY_ROLE: 'api' } });
  try {
    const post = async (base: string, path: string): Promise<Record<string, string>> => {
      const headers = {
        authorization: `Bearer ${parley.apiKey}`,
        'idempotency-key': 'the same',
        'content-type': 'application/json',
      };
      const body = path === 'meetings' ? { body: JSON.stringify({ title: 'Two machines' }) } : {};
      return (
        await fetch(`${base}/v1/${path}`, { method: 'POST', headers, ...body })
      ).json() as Promise<Record<string, string>>;
    };
    const { meetingRef } = await post(parley.url, 'meetings');
    const [here, there] = [
      await post(parley.url, `meetings/${meetingRef}/guest-links`),
      await post(second.url, `meetings/${meetingRef}/guest-links`),
    ];
    expect(there['guestLinkRef']).toBe(here['guestLinkRef']);
    expect(there['guestUrl']?.split('#')[1]).toBe(here['guestUrl']?.split('#')[1]);
    expect(there['guestUrl']).toContain('#k=');
  } finally {
    await clearAway(second);
  }
});

test('a process whose link keys are not those of the database refuses to start and says what to do', async () => {
  const { url } = await connectEmbeddedPostgres(parley.dataDir, silentLog);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  const keys = { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } };
  await writeFile(join(dataDir, 'link-keys.json'), JSON.stringify(keys), { mode: 0o600 });
  const media = {
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: 'none',
    LIVEKIT_API_SECRET: 'none',
  };
  const own = { ...media, DATABASE_URL: url, PARLEY_DATA_DIR: dataDir, PARLEY_ROLE: 'worker' };
  const ended = await runUntilEnd('src/app/main.mjs', [], { ...parley.env, ...own });
  await rm(dataDir, { recursive: true, force: true });
  expect(ended.code).toBe(1);
  expect(ended.output).toContain(`${join(dataDir, 'link-keys.json')} is not the file`);
  expect(ended.output).not.toContain(url);
});

test('unknown and bad settings stop the start with one message that lists all of them', async () => {
  const ended = await runUntilEnd('src/app/main.mjs', [], {
    ...parley.env,
    PARLEY_PROT: '1',
    PARLEY_EMPTY_ROOM_SECONDS: 'soon',
  });
  expect(ended.code).toBe(1);
  expect(ended.output).toContain('PARLEY_PROT');
  expect(ended.output).toContain('PARLEY_EMPTY_ROOM_SECONDS');
});

test('the first key is in a private file and never in the output', async () => {
  expect((await stat(join(parley.dataDir, 'api-key'))).mode & 0o777).toBe(0o600);
  expect((await stat(parley.dataDir)).mode & 0o777).toBe(0o700);
  expect(parley.output()).not.toContain(parley.apiKey);
});

test('keys are made, listed and revoked beside a running server', async () => {
  const made = await keys([
    'create',
    '--name',
    'reader',
    '--scopes',
    'meetings:read',
    '--expires-in',
    '90d',
  ]);
  expect(made.code).toBe(0);
  const key = made.output.trim();
  expect(key).toMatch(/^mapi_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
  const read = () =>
    fetch(`${parley.url}/v1/meetings/mtg_000000000000000000000000`, {
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await read()).status).toBe(404);
  const listed = await keys(['list']);
  const keyId = key.split('_')[2] ?? '';
  expect(listed.output).toContain(keyId);
  expect(listed.output).not.toContain(key);
  const revoked = await keys(['revoke', keyId, '--json']);
  expect(JSON.parse(revoked.output)).toEqual({ keyId, revoked: true });
  const other = await keys(['create', '--name', 'b', '--scopes', 'meetings:read', '--json']);
  expect(JSON.parse(other.output)).toMatchObject({ key: expect.stringMatching(/^mapi_test_/) });
  await expect.poll(async () => (await read()).status).toBe(401);
});

test('wrong use of the command line exits with 2 and explains the right use', async () => {
  const wrong = [['create', '--name', 'x', '--scopes', 'everything'], ['create'], ['forget']];
  for (const ended of await Promise.all(wrong.map(keys))) {
    expect(ended.code).toBe(2);
    expect(ended.output.length).toBeGreaterThan(20);
  }
});

test('a corrupted speech model degrades the health with a sentence that names the file', async () => {
  const modelDir = await mkdtemp(join(tmpdir(), 'parley-model-'));
  for (const file of ['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'])
    await writeFile(join(modelDir, file), 'not a model');
  const { url } = await lastingDatabase();
  const env = { DATABASE_URL: url, PARLEY_SPEECH_MODEL: modelDir };
  const own = await startParley({ env });
  const speech = async () =>
    (
      (await (await fetch(`${own.url}/health/ready`)).json()) as {
        components: { speech: { status: string; detail?: string } };
      }
    ).components.speech;
  await expect.poll(async () => (await speech()).status, { timeout: 60_000 }).toBe('unavailable');
  expect((await speech()).detail).toContain(modelDir);
  await clearAway(own);
  await rm(modelDir, { recursive: true, force: true });
});
