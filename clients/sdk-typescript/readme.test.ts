import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { until } from '../../dev/world/until.ts';
import { projectRoot } from '../../setup/places.mjs';
import { createClient } from './client.ts';

const world = await serverWorld();
const apiKey = await world.key();
const folder = await mkdtemp(join(tmpdir(), 'parley-readme-'));
const root = projectRoot();
const readme = await readFile(join(root, 'clients/sdk-typescript/README.md'), 'utf8');
await symlink(root, join(folder, 'parley'));
await writeFile(join(folder, 'walk.mts'), /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '');

afterAll(() => rm(folder, { recursive: true }));

test("the README's program and the client pass a strict project for Node without browser types", async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['walk.mts'] }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const faults = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(faults).toBe('');
});

test('the program of the README prints the link and, once the meeting is over, what became of it', async () => {
  const env = { ...process.env, PARLEY_URL: world.url, PARLEY_API_KEY: apiKey };
  const program = spawn(process.execPath, ['walk.mts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(program.stdout);
  const exited = once(program, 'exit');
  const { meetings, guestLinks } = createClient({ baseUrl: world.url, apiKey });
  const meetingRef = await until(
    'the meeting is made',
    15_000,
    async () => (await meetings.list()).meetings[0]?.meetingRef,
  );
  await until('it has a link', 15_000, async () => (await guestLinks.list(meetingRef)).length > 0);
  await meetings.cancel(meetingRef);
  expect(await exited).toEqual([0, null]);
  expect(await said).toMatch(/#k=.*\nNo summary: empty, meeting_cancelled\n$/s);
});
