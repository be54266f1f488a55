import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from './places.mjs';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'parley-setup-'));
  for (const part of ['setup', 'package-lock.json'])
    cpSync(join(projectRoot(), part), join(checkout, part), { recursive: true });
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const setUp = (mode: string, env: NodeJS.ProcessEnv = {}): [string, string[], object] => [
  process.execPath,
  [join(checkout, 'setup', 'run.mjs'), mode],
  { env: { ...process.env, ...env }, encoding: 'utf8' },
];

it('lists its modes when asked for an unknown one', () => {
  const { status, stderr } = spawnSync(...setUp('everything'));
  expect([status, String(stderr)]).toEqual([
    1,
    'setup: failed: unknown mode everything: start, dev, test, soak or check\n',
  ]);
});

it('names the setting for another cache when it may not write to this one', () => {
  // No user can make folders in /sys.
  const { status, stderr } = spawnSync(...setUp('check', { XDG_CACHE_HOME: '/sys' }));
  expect(status).toBe(1);
  expect(String(stderr)).toMatch(/^setup: failed: .*'\/sys\/parley\/locks'\n[^]*XDG_CACHE_HOME/);
  expect(String(stderr)).not.toContain('    at ');
});

it('ends with what it runs when it is told to stop behind a proxy', async () => {
  const modules = join(checkout, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync(
    join(projectRoot(), 'node_modules', '.parley-installed'),
    join(modules, '.parley-installed'),
  );
  writeFileSync(join(modules, '.bin', 'node'), '#!/bin/sh\necho working\nexec sleep 60\n', {
    mode: 0o755,
  });
  const child = spawn(
    ...setUp('check', { HTTPS_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '' }),
  );
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  // Its output closes when the program that inherited it has ended, too.
  expect(await once(child, 'close')).toEqual([143, null]);
});
