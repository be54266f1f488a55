import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../setup/places.mjs';
import { descendants } from '../world/process-memory.ts';
import {
  clearAway,
  launchParley,
  type Parley,
  startParley,
} from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});

afterAll(() => clearAway(parley));

type Ended = { code: number | null; output: string };

function runUntilEnd(entry: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot(), entry), ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

/** The postmaster of the data folder, as soon as there is one. */
function postmasterOf({ dataDir }: { dataDir: string }): Promise<number> {
  return until('a postmaster', 60_000, async () => {
    const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    return Number(file.split('\n')[0]) || undefined;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGTERM ends every process within 10 s with code 0, and `keys` works on the stopped data folder', async () => {
  const own = await startParley();
  const postmaster = await postmasterOf(own);
  const started = Date.now();
  expect(await own.stop()).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  // It has ended; whoever inherited it may take a moment to say so to the system.
  await until('the postmaster is gone', 5_000, () => !isAlive(postmaster));
  const listed = await runUntilEnd('src/app/command-line.ts', ['keys', 'list'], own.env);
  expect(listed.code).toBe(0);
  expect(listed.output).toContain('first key');
  await clearAway(own);
});

test('SIGTERM to npm ends what npm start runs', async () => {
  const own = await startParley({ command: ['npm', 'start'] });
  const [postmaster, children] = [await postmasterOf(own), await descendants(own.pid)];
  expect(await own.stop()).toBe(0);
  expect(own.output()).toContain('"msg":"stopping"');
  // The recognizer ends when it finds its parent gone.
  for (const pid of [postmaster, ...children])
    await until(`process ${pid} is gone`, 5_000, () => !isAlive(pid));
  await clearAway(own);
});

test('SIGTERM during the start ends the servers that run by then, with exit code 0', async () => {
  const own = await launchParley();
  const postmaster = await postmasterOf(own);
  const children = await descendants(own.pid);
  expect(await own.stop()).toBe(0);
  expect(own.output()).not.toContain('"msg":"ready"');
  // The recognizer ends when it finds its parent gone.
  for (const pid of [postmaster, ...children])
    await until(`process ${pid} is gone`, 5_000, () => !isAlive(pid));
  await clearAway(own);
});

test('a terminal that is closed stops the service as SIGTERM does, and leaves no server behind', async () => {
  const own = await startParley();
  const postmaster = await postmasterOf(own);
  const children = await descendants(own.pid);
  process.kill(own.pid, 'SIGHUP');
  await until(
    'it stops',
    10_000,
    () => own.output().includes('"msg":"stopping"') || !isAlive(own.pid),
  );
  expect(await own.stop()).toBe(0);
  for (const pid of [postmaster, ...children])
    await until(`process ${pid} is gone`, 5_000, () => !isAlive(pid));
  await clearAway(own);
});
