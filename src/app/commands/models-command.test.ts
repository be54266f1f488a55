import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { projectRoot, speechModelDir } from '../../../setup/places.mjs';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'parley-models-command-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

/** What the program prints, with its own data folder. */
async function parley(args: string[], env: Record<string, string> = {}) {
  const program = join(projectRoot(), 'src/app/command-line.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, 'models', ...args], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, PARLEY_DATA_DIR: join(root, 'data'), ...env },
  });
  const code = new Promise<number | null>((done) => child.once('exit', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

test('the list names language, size, license and publisher of each model, and whether it is here', async () => {
  const { code, out } = await parley(['list']);
  expect(code).toBe(0);
  expect(out).toMatch(/^NAME +LANGUAGES +SIZE +LICENSE +PUBLISHER +HERE/);
  expect(out).toMatch(/moonshine-base-en +en .*moonshine-base-en +every meeting/);
  expect(out).toMatch(/whisper-tiny +99, .* 104 MB +MIT +OpenAI, converted by k2-fsa +no/);
  const listed = JSON.parse((await parley(['list', '--json'])).out);
  expect(listed[0]).toMatchObject({ name: 'whisper-tiny', bytes: 103_609_697, folder: null });
});

test('a mirror that serves something else puts no model in place', async () => {
  const mirror = createServer((_request, response) => response.end('not a model'));
  await new Promise<void>((done) => mirror.listen(0, '127.0.0.1', done));
  const from = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/models`;
  const { code, out, err } = await parley(['get', 'whisper-tiny', '--from', from]);
  mirror.close();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('tiny-encoder.int8.onnx was interrupted after 11 of 12937678 bytes');
  expect(await readdir(join(root, 'data/models'))).toEqual(['.whisper-tiny.part']);
});

test('a model that the operator brings is set with one line that can be added to a file', async () => {
  const folder = speechModelDir();
  const first = await parley(['use', '--folder', folder]);
  expect(first).toMatchObject({ code: 0, out: `PARLEY_SPEECH_MODEL=${folder}\n` });
  expect(first.err).toContain('restart Parley');
  const env = { PARLEY_SPEECH_LANGUAGES: 'en=/old,fr=/models/fr' };
  const second = await parley(['use', '--folder', folder, '--language', 'en-US'], env);
  expect(second.out).toBe(`PARLEY_SPEECH_LANGUAGES=fr=/models/fr,en=${folder}\n`);
});

it.each([
  [['use', '--folder', '/nowhere'], 1, '/nowhere holds no speech model'],
  [['use', 'whisper-tiny'], 1, 'parley models get NAME'],
  [['use', '--folder', speechModelDir(), '--language', 'de'], 1, 'knows only the language en'],
  [['use', '--folder', speechModelDir(), '--language', 'no language'], 1, 'is not a language'],
  [['use'], 2, 'Name a model, or a folder'],
  [['get', 'whisper-giant'], 2, 'There is no model whisper-giant in the list: whisper-tiny'],
  [['get', 'whisper-tiny', '--from', 'file:///models'], 2, '--from takes an address'],
  [['fetch'], 2, 'models get NAME'],
])('%j ends with %i and says: %s', async (args, code, words) => {
  const said = await parley(args);
  expect(said).toMatchObject({ code, out: '' });
  expect(said.err).toContain(words);
});
