import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { until } from '../../../dev/world/until.ts';
import { startVictim } from '../../../dev/world/child-process.ts';
import { identifyProcess, pidRuns } from './process-identity.ts';
import { endProcess, keepLogSmall, keepRunning, logTail, watchServer } from './server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
const STOP = [['SIGKILL', 5_000]] as const;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a log that grew too large is copied to a second file and emptied, while its server keeps writing', async () => {
  const path = join(folder, 'server.log');
  const log = openSync(path, 'a', 0o600);
  const keeping = keepLogSmall(path, { maxBytes: 8, everyMs: 10 });
  writeSync(log, 'small\n');
  writeSync(log, 'large enough\n');
  await until('the log was moved', 15_000, () => readFileSync(path, 'utf8') === '');
  keeping.stop();
  writeSync(log, 'after\n');
  closeSync(log);
  expect(readFileSync(path, 'utf8')).toBe('after\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('small\nlarge enough\n');
});

test('the end of a log contains why PostgreSQL did not start, such as a full disk', () => {
  const path = join(folder, 'postgres.log');
  const lines = [
    'LOG:  listening on IPv4 address "127.0.0.1", port 41319',
    'FATAL:  could not write to file "pg_wal/xlogtemp.23282": No space left on device',
    'LOG:  startup process (PID 23282) exited with exit code 1',
    'LOG:  terminating any other active server processes',
    'LOG:  shutting down due to startup process failure',
    'LOG:  database system is shut down',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  expect(logTail(path)).toContain('No space left on device');
});

test('a stop leaves a process alone that got the id of a server that died', async () => {
  const victim = await startVictim("console.log('runs')", import.meta.url);
  const pid = victim.child.pid ?? -1;
  const died = { ...identifyProcess(pid), startedAt: 1, exited: Promise.resolve() };
  const error = vi.fn();
  const startAgain = () => Promise.reject(new Error('no disk'));
  const kept = keepRunning(died, startAgain, { name: 'media', log: { ...silentLog, error } });
  await vi.waitFor(
    () => expect(error).toHaveBeenCalledWith(expect.anything(), { component: 'media', pid }),
    15_000,
  );
  await kept.stop((server) => endProcess(server, STOP));
  expect(pidRuns(pid)).toBe(true);
  const lives = keepRunning(watchServer(pid), startAgain, { name: 'media', log: silentLog });
  await lives.stop((server) => endProcess(server, STOP));
  expect(pidRuns(pid)).toBe(false);
  await victim.kill();
});

test('a server that is being started again when a stop comes is ended too', async () => {
  const died = { ...identifyProcess(process.pid), exited: Promise.resolve() };
  const again = { ...died, pid: -2, exited: new Promise<void>(() => {}) };
  const { promise: mayStart, resolve: start } = Promise.withResolvers<typeof again>();
  const startAgain = vi.fn(() => mayStart);
  const kept = keepRunning(died, startAgain, { name: 'media', log: silentLog });
  await vi.waitFor(() => expect(startAgain).toHaveBeenCalledOnce(), 15_000);
  const ended: number[] = [];
  const stopped = kept.stop(async ({ pid }) => void ended.push(pid));
  start(again);
  await stopped;
  expect(ended).toEqual([-2]);
});
