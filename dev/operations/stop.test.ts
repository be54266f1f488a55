// No way of stopping the service leaves a process behind.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runUntilEnd } from '../world/run-until-end.ts';
import { descendants } from '../world/process-memory.ts';
import { clearAway, launchParley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

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

/** The recognizer ends when it finds its parent gone, and whoever inherits a process may report its end late. */
async function areGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await until(`process ${pid} is gone`, 20_000, () => !isAlive(pid));
}

test('SIGTERM to npm start ends every process within 10 s with code 0, and `keys` still works', async () => {
  const own = await startParley({ command: ['npm', 'start'] });
  const running = [await postmasterOf(own), ...(await descendants(own.pid))];
  const started = Date.now();
  expect(await own.stop()).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(own.output()).toContain('"msg":"stopping"');
  await areGone(running);
  const listed = await runUntilEnd('src/app/command-line.ts', ['keys', 'list'], own.env);
  expect(listed.code).toBe(0);
  expect(listed.output).toContain('first key');
  await clearAway(own);
});

test('SIGTERM during the start ends the servers that run by then, with exit code 0', async () => {
  const own = await launchParley();
  const running = [await postmasterOf(own), ...(await descendants(own.pid))];
  expect(await own.stop()).toBe(0);
  expect(own.output()).not.toContain('"msg":"ready"');
  await areGone(running);
  await clearAway(own);
});

test('a terminal that is closed stops the service as SIGTERM does, and leaves no server behind', async () => {
  const own = await startParley();
  const running = [await postmasterOf(own), ...(await descendants(own.pid))];
  process.kill(own.pid, 'SIGHUP');
  await until(
    'it stops',
    10_000,
    () => own.output().includes('"msg":"stopping"') || !isAlive(own.pid),
  );
  expect(await own.stop()).toBe(0);
  await areGone(running);
  await clearAway(own);
});
