import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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
