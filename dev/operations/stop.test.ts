// No way of stopping the service, or a program that started it, leaves a process behind.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runUntilEnd, startVictim } from '../world/child-process.ts';
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
  for (const pid of pids) await until(`process ${pid} is gone`, 60_000, () => !isAlive(pid));
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

/** Runs in the service: this process may see the postmaster only when the start is over. */
const STOP_BESIDE_POSTMASTER = `
  import { existsSync } from 'node:fs';
  const look = () => {
    if (!existsSync(process.env.PARLEY_DATA_DIR + '/postgres/postmaster.pid')) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  };
  const looking = process.argv[1]?.endsWith('main.mjs') && setInterval(look, 5);`;

/** Whether a process has this folder in its command line, as servers do. */
async function isUsed(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).some((line) => line.includes(folder));
}

test('SIGTERM during the start ends the servers that run by then, with exit code 0', async () => {
  const code = `data:text/javascript,${encodeURIComponent(STOP_BESIDE_POSTMASTER)}`;
  const own = await launchParley({ env: { NODE_OPTIONS: `--import ${code}` } });
  await until('it ends', 60_000, () => own.exitCode() !== null);
  expect([own.exitCode(), own.output()]).toEqual([0, expect.not.stringContaining('"msg":"ready"')]);
  expect(await readFile(join(own.dataDir, 'logs/postgres.log'), 'utf8')).not.toBe('');
  await until('its servers are gone', 60_000, async () => !(await isUsed(own.dataDir)));
  await clearAway(own);
});

// These start programs of their own, so they run side by side.
test.concurrent(
  'a terminal that is closed stops the service as SIGTERM does, and leaves no server behind',
  async () => {
    const own = await startParley();
    const running = [await postmasterOf(own), ...(await descendants(own.pid))];
    process.kill(own.pid, 'SIGHUP');
    await until(
      'it stops',
      60_000,
      () => own.output().includes('"msg":"stopping"') || !isAlive(own.pid),
    );
    expect(await own.stop()).toBe(0);
    await areGone(running);
    await clearAway(own);
  },
);

const STARTED = {
  'the product': `import { startParley } from './service/start-parley.ts';
    const { pid, dataDir } = await startParley({ env: { PARLEY_SPEECH: 'off' } });`,
  'a database': `import { temporaryPostgres } from './service/temporary-postgres.ts';
    const { pid, dataDir } = await temporaryPostgres();`,
};

test.concurrent.each(Object.entries(STARTED))(
  'a test or bench that fails leaves %s not running that it has started',
  async (_, start) => {
    const fail = `import { descendants } from './process-memory.ts';
      console.log(JSON.stringify({ pids: [pid, ...(await descendants(pid))], dataDir }));
      throw new Error('as a bench that fails');`;
    const from = new URL('../world/', import.meta.url).href;
    const { said, child } = await startVictim(`${start}\n${fail}`, from);
    const { pids, dataDir } = JSON.parse(said) as { pids: number[]; dataDir: string };
    await until('it has failed', 60_000, () => child.exitCode !== null);
    await areGone(pids);
    await rm(dataDir, { recursive: true, force: true });
  },
);
