import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { runCli, takeProfile } from './run-cli.ts';
import { UsageError } from './arguments-of.ts';

const world = await serverWorld();
const key = await world.key();
const folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'parley', 'profiles.json');
beforeEach(() => rm(dirname(file), { recursive: true, force: true }));

async function parley(env: Record<string, string>, ...args: string[]) {
  const said = { out: '', err: '' };
  const exit = await runCli(args, {
    env: { XDG_CONFIG_HOME: folder, ...env },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { exit, out: said.out.trimEnd(), err: said.err.trimEnd() };
}
const add = (name: string, url = world.url, apiKey = key) =>
  parley({ PARLEY_API_KEY: apiKey }, 'profiles', 'add', name, '--url', url);

describe('profiles', () => {
  test('the first is in use at once, and reaches its service without the environment', async () => {
    expect((await add('home')).exit).toBe(0);
    expect((await parley({}, 'meetings', 'create', '--title', 'By profile')).exit).toBe(0);
  });

  test('a named one goes before the environment, which goes before the one in use', async () => {
    await add('dead', 'http://127.0.0.1:9');
    await add('home');
    const list = ['meetings', 'list', '--limit', '1'];
    const here = { PARLEY_URL: world.url, PARLEY_API_KEY: key };
    expect((await parley(here, ...list)).exit).toBe(0);
    expect((await parley({ PARLEY_PROFILE: 'home' }, ...list)).exit).toBe(0);
    expect((await parley({ PARLEY_PROFILE: 'dead' }, ...list, '--profile', 'home')).exit).toBe(0);
    await parley({}, 'profiles', 'use', 'home');
    expect((await parley({}, ...list)).exit).toBe(0);
  });

  test('the file is for its owner only, and no command shows a key', async () => {
    const added = await add('home');
    const modes = [await stat(file), await stat(dirname(file))].map(({ mode }) => mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
    expect(await readFile(file, 'utf8')).toContain(key);
    const listed = await parley({}, 'profiles', 'list');
    expect(listed.out).toMatch(/^PROFILE +IN USE +SERVICE\nhome +yes +http:/);
    const json = await parley({}, 'profiles', 'list', '--json');
    expect(JSON.parse(json.out)).toEqual([{ name: 'home', url: world.url, inUse: true }]);
    for (const { out, err } of [added, listed, json]) expect(out + err).not.toContain(key);
  });

  test('adding another profile does not change the one in use', async () => {
    await add('home');
    expect((await add('away', 'http://127.0.0.1:9')).exit).toBe(0);
    expect((await parley({}, 'meetings', 'list', '--limit', '1')).exit).toBe(0);
  });

  test('a removed one is no longer used', async () => {
    await add('home');
    expect((await parley({}, 'profiles', 'remove', 'home')).exit).toBe(0);
    expect((await parley({}, 'meetings', 'list')).exit).toBe(2);
  });

  test('a file that cannot be written is not reported as a missing service', async () => {
    const env = { XDG_CONFIG_HOME: '/dev/null', PARLEY_API_KEY: key };
    const refused = await parley(env, 'profiles', 'add', 'home', '--url', world.url);
    expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('/dev/null/parley')]);
  });

  test('incorrect usage exits with 2, and an unreadable file says what to do', async () => {
    await add('home');
    for (const args of [
      ['profiles'],
      ['profiles', 'use', 'other'],
      ['profiles', 'remove', 'other'],
      ['profiles', 'add', 'x'],
      ['profiles', 'add', '../x', '--url', world.url],
      ['meetings', 'list', '--profile', 'constructor'],
      ['meetings', 'list', '--profile'],
    ])
      expect((await parley({ PARLEY_API_KEY: key }, ...args)).exit).toBe(2);
    await writeFile(file, '{');
    expect((await parley({}, 'meetings', 'list')).err).toContain('Fix it or remove it');
    await writeFile(file, '{"current":"home","profiles":{"home":{"url":"http://a","apiKey":1}}}');
    expect((await parley({}, 'meetings', 'list')).exit).toBe(2);
  });
});

test('--profile is taken from anywhere in the line', () => {
  expect(takeProfile(['a', '--profile', 'p', 'b'])).toEqual({ profile: 'p', rest: ['a', 'b'] });
  expect(takeProfile(['a', '--profile=p'])).toEqual({ profile: 'p', rest: ['a'] });
  expect(takeProfile(['a'])).toEqual({ rest: ['a'] });
  expect(() => takeProfile(['--profile='])).toThrow(UsageError);
});

describe('open', () => {
  const env = { PARLEY_URL: world.url, PARLEY_API_KEY: key };

  test('starts the browser with the page of the meeting in the console', async () => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Open' }, key });
    const url = `${world.url}/console#/meetings/${String(json.meetingRef)}`;
    const seen = join(folder, 'seen');
    const browser = join(folder, 'browser');
    await writeFile(
      browser,
      `#!/bin/sh\nprintf '%s' "$1" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
      { mode: 0o700 },
    );
    const opened = await parley({ ...env, BROWSER: browser }, 'open', String(json.meetingRef));
    expect([opened.exit, opened.out]).toEqual([0, url]);
    await expect.poll(() => readFile(seen, 'utf8').catch(() => '')).toBe(url);
  });

  test('only prints the address when asked, and says when no browser starts', async () => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Open' }, key });
    const nobody = { ...env, BROWSER: join(folder, 'nothing') };
    const ref = String(json.meetingRef);
    const printed = await parley(nobody, 'open', ref, '--print', '--json');
    expect(JSON.parse(printed.out).url).toContain(`/console#/meetings/${ref}`);
    const failed = await parley(nobody, 'open', ref);
    expect([failed.exit, failed.err]).toEqual([1, expect.stringContaining('--print')]);
    expect((await parley(nobody, 'open', 'mtg_x')).err).toMatch(/^meeting_not_found/);
  });
});
