import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needlessSteps } from './needless-steps.mjs';

const OUTSIDE = { DATABASE_URL: 'postgres://x', LIVEKIT_URL: 'wss://x' };

test('without settings every step is needed', () => {
  expect(needlessSteps({})).toEqual(new Set());
});

test('a worker alone fetches no database, no media server, no model, and builds no pages', () => {
  const all = new Set(['database', 'media server', 'speech model', 'web build']);
  expect(needlessSteps({ ...OUTSIDE, PARLEY_ROLE: 'worker' })).toEqual(all);
});

test('a scribe needs the model, an api process the pages', () => {
  expect(needlessSteps({ ...OUTSIDE, PARLEY_ROLE: 'scribe' })).not.toContain('speech model');
  expect(needlessSteps({ ...OUTSIDE, PARLEY_ROLE: 'worker, api' })).not.toContain('web build');
  expect(needlessSteps({ PARLEY_SPEECH: 'off' })).toEqual(new Set(['speech model']));
});

test('a `.env` that is a folder is passed over', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'parley-env-'));
  mkdirSync(join(cwd, '.env'));
  const module = JSON.stringify(import.meta.resolve('./needless-steps.mjs'));
  const code = `import { environment } from ${module}; console.log(environment().GIVEN);`;
  const env = { ...process.env, GIVEN: 'here' };
  const options = { cwd, env, encoding: 'utf8' } as const;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', code], options)).toBe(
    'here\n',
  );
  rmSync(cwd, { recursive: true });
});
