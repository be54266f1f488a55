// The package as somebody installs it: packed, installed into an empty folder, compiled strictly, run.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { until } from '../../dev/world/until.ts';
import { projectRoot } from '../../setup/places.mjs';
import { codeSamples, documented, firstMeeting } from '../cases/documented-programs.ts';
import { holdMeeting } from '../../dev/world/hold-meeting.ts';
import { createClient } from './client.ts';

const run = promisify(execFile);
const world = await serverWorld();
const apiKey = await world.key();
const root = projectRoot();
const sdk = join(root, 'clients/sdk-typescript');
const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-'));
const manifestOf = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
const { version } = await manifestOf(root);
const tarball = join(folder, `parley-sdk-${version}.tgz`);
const installed = join(folder, 'node_modules/@parley/sdk');

beforeAll(async () => {
  await run('npm', ['pack', sdk, '--pack-destination', folder], { cwd: root });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  await writeFile(join(folder, 'walk.mts'), /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says about a program. */
async function compile(name: string, options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    module: 'nodenext',
    ...options,
  };
  await writeFile(
    join(folder, `${name}.json`),
    JSON.stringify({ compilerOptions, files: [`${name}.mts`] }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, '-p', join(folder, `${name}.json`)]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the package holds the built client, its types, the README and the license, and needs nothing', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball]);
  const files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
  expect(files.filter((path) => !path.startsWith('dist/')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  expect(files.filter((path) => !/\.(js|d\.ts)$/.test(path))).toHaveLength(3);
  const manifest = await manifestOf(installed);
  expect([manifest['dependencies'], manifest['peerDependencies']]).toEqual([undefined, undefined]);
});

test('publint finds nothing to say about it', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test('types are right wherever ES modules are: only an old require() does not load them', async () => {
  const data = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
  const result = await checkPackage(data);
  const faults = 'problems' in result ? result.problems.map(({ kind }) => kind) : ['no types'];
  expect(faults.filter((kind) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('the README and the guide to live words pass a strict project for Node without browser types', async () => {
  const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  await writeFile(join(folder, 'assistant.mts'), documented('live-words', 'assistant.mts'));
  for (const name of ['walk', 'assistant'])
    expect(await compile(name, { lib: ['es2022'], ...types })).toBe('');
});

test('every example of the contract passes a strict project', async () => {
  const samples = codeSamples('TypeScript');
  // Each is a module of its own: names do not meet.
  const names = samples.map((_, number) => `sample${number}`);
  await Promise.all(
    names.map((name, at) => writeFile(join(folder, `${name}.mts`), samples[at] ?? '')),
  );
  await writeFile(
    join(folder, 'samples.mts'),
    names.map((name) => `import './${name}.mjs';`).join('\n'),
  );
  expect(samples.length).toBeGreaterThan(40);
  expect(await compile('samples', { lib: ['es2022', 'dom'], types: [] })).toBe('');
});

test('the client passes a strict project for browsers without types of Node', async () => {
  const program = `import { createClient } from '@parley/sdk';
    const parley = createClient({ baseUrl: location.origin, apiKey: '' });
    for await (const { event } of parley.events.stream()) document.title = event.type;`;
  await writeFile(join(folder, 'page.mts'), program);
  expect(await compile('page', { lib: ['es2022', 'dom'], types: [] })).toBe('');
});

test('a receiver of webhooks, and options that may be undefined, pass a strict project', async () => {
  const program = `import { createClient, verifyWebhook } from '@parley/sdk';
    export async function follow(body: string, signal?: AbortSignal, fetch?: typeof globalThis.fetch) {
      const parley = createClient({ baseUrl: '', apiKey: '', fetch, maxRetries: undefined });
      const { event } = await verifyWebhook({ secret: '', headers: {}, body });
      console.log(event.type, event.data.meetingRef ?? event.data.webhookRef);
      if (event.data.meetingRef === undefined) return [];
      console.log(event.data.meetingState);
      const pageSize = event.type === 'participant.joined' ? 10 : undefined;
      return parley.participants.list(event.data.meetingRef, { pageSize }, { signal });
    }`;
  await writeFile(join(folder, 'receiver.mts'), program);
  expect(await compile('receiver', { lib: ['es2022', 'dom'], types: [] })).toBe('');
});

test('what the package exports is what its report says: a change shows in review', async () => {
  const dist = join(installed, 'dist');
  const names = ['client', 'parley-client', 'parley-error', 'read-events', 'request', 'send'];
  const texts = [...names, 'verify-webhook'].map(
    async (name) => `// ${name}.d.ts\n${await readFile(join(dist, `${name}.d.ts`), 'utf8')}`,
  );
  const report = (await Promise.all(texts)).join('\n').replaceAll(/\n *\/\*\*.*?\*\//gs, '');
  // After an intended change: run this test with `-u`.
  await expect(report).toMatchFileSnapshot('api-report.txt');
});

const inFolder = () => ({
  cwd: folder,
  env: { ...process.env, PARLEY_URL: world.url, PARLEY_API_KEY: apiKey },
});

test('the program of the README prints the link and, once the meeting is over, what became of it', async () => {
  const client = createClient({ baseUrl: world.url, apiKey });
  const { code, said } = await holdMeeting(client, [process.execPath, 'walk.mjs'], inFolder());
  expect(code).toBe(0);
  expect(said).toMatch(/#k=.*\nNo summary: empty, meeting_cancelled\n$/s);
});

test('the first meeting of the guide works as written, with the client and with curl', async () => {
  await writeFile(join(folder, 'meet.mjs'), firstMeeting('TypeScript'));
  await writeFile(join(folder, 'meet.sh'), `set -e\n${firstMeeting('curl')}`);
  const client = createClient({ baseUrl: world.url, apiKey });
  const typed = await holdMeeting(client, [process.execPath, 'meet.mjs'], inFolder());
  expect(typed).toEqual({
    code: 0,
    said: expect.stringMatching(/#k=.*\nempty null \[\] \[\]\n$/s),
  });
  const plain = await holdMeeting(client, ['bash', 'meet.sh'], inFolder());
  expect(plain).toEqual({
    code: 0,
    said: expect.stringMatching(/#k=.*"result":"empty","reason":"meeting_cancelled"/s),
  });
});

describe('the program for the event stream in the guide', () => {
  beforeAll(() => writeFile(join(folder, 'events.mjs'), documented('webhooks', 'events.mjs')));

  /** Runs it until it has printed what is expected. */
  async function following(url: string, expected: RegExp, act: () => Promise<unknown>) {
    const env = { ...inFolder().env, PARLEY_URL: url };
    const program = spawn(process.execPath, ['events.mjs'], { ...inFolder(), env });
    onTestFinished(() => void program.kill());
    let said = '';
    program.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until('a meeting is named', 15_000, async () => {
      await act();
      return expected.test(said);
    });
  }

  test('names each meeting whose transcript is available', async () => {
    const client = createClient({ baseUrl: world.url, apiKey });
    await following(world.url, /^\d+ mtg_\w{24}\n/, async () => {
      const { meetingRef } = await client.meetings.create({ title: 'Release planning' });
      await client.meetings.cancel(meetingRef);
    });
  });

  test('goes on after its connection broke', async () => {
    let connections = 0;
    const service = createServer((_, response) => {
      connections += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const available = {
        type: 'transcript.available',
        data: { meetingRef: `mtg_${connections}` },
      };
      const data = `data: ${JSON.stringify(available)}\n\n`;
      response.write(`id: ${connections}\nevent: transcript.available\n${data}`, () => {
        if (connections === 1) response.destroy();
      });
    });
    onTestFinished(() => void service.close());
    onTestFinished(() => service.closeAllConnections());
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    await following(`http://127.0.0.1:${port}`, /^1 mtg_1\n2 mtg_2\n$/, async () => {});
  });
});
