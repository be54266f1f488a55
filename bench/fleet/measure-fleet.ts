// Memory, CPU time and latencies of a fleet, and whether its memory grows with the meetings that it has held.
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { descendants, memoryOf } from '../../dev/world/process-memory.ts';
import { collectGarbage, type Inspector } from '../api/inspect-process.ts';
import { percentile, type Row } from '../row.ts';
import type { Installation } from './installation.ts';
import { cpuSeconds } from '../process-meter.ts';

/** Of the lives, before memory is compared: caches fill and functions are compiled first. */
const WARM_UP = 1 / 3;
const LIVES = 'lives';
const HOUR = 'hour';

/** The memory in use, in KB, after a forced garbage collection; for PostgreSQL, that of all its processes. */
export async function memoryRow(
  { apis, worker, databasePid }: Installation,
  inspectors: readonly Inspector[],
  { hour, lives }: { hour: number; lives: number },
): Promise<Row> {
  const row: Row = { [HOUR]: hour, [LIVES]: lives };
  const names = [...apis.map((_, n) => (apis.length > 1 ? `api ${n + 1}` : 'api')), 'worker'];
  const pids = [...apis, worker].map(({ pid }) => pid);
  for (const [n, inspector] of inspectors.entries()) {
    await collectGarbage(inspector);
    const { usedSize } = await inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
    row[`${names[n]}: heap`] = Math.round(usedSize / 1024);
    row[`${names[n]}: buffers`] = await buffersKb(inspector);
    row[`${names[n]}: PSS`] = await pssKb([pids[n] ?? 0], 'Pss');
  }
  const database = [databasePid, ...(await descendants(databasePid))];
  row['PostgreSQL: PSS'] = await pssKb(database, 'Pss');
  // PostgreSQL fills its cache page by page, up to shared_buffers.
  const shared = await pssKb(database, 'Pss_Shmem');
  row['PostgreSQL: PSS without shared memory'] = row['PostgreSQL: PSS'] - shared;
  return row;
}

async function buffersKb(inspector: Inspector): Promise<number> {
  const { result } = await inspector.call<{ result: { value: number } }>('Runtime.evaluate', {
    expression: 'process.memoryUsage().external',
    returnByValue: true,
  });
  return Math.round(result.value / 1024);
}

async function pssKb(pids: readonly number[], field: string): Promise<number> {
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')),
  );
  const line = new RegExp(`^${field}:\\s+(\\d+)`, 'm');
  return texts.reduce((sum, text) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
}

/** KB for each thousand lives, by least squares over the steps after the first third, and the error of that slope. */
export function growthRows(steps: readonly Row[]): Row[] {
  const last = Number(steps.at(-1)?.[LIVES]);
  const warm = steps.filter((step) => Number(step[LIVES]) >= last * WARM_UP);
  const names = Object.keys(steps[0] ?? {}).filter((name) => name.includes(': '));
  return names.map((name) => {
    const points = warm.map((step) => [Number(step[LIVES]) / 1000, Number(step[name])] as const);
    const { slope, error } = leastSquares(points);
    return {
      'after a third of the run': name,
      'KB for 1,000 lives': slope.toFixed(0),
      'give or take': error.toFixed(0),
    };
  });
}

/** `error` is two standard errors. */
function leastSquares(points: readonly (readonly [number, number])[]) {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const off = points.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  return { slope, error: 2 * Math.sqrt(off / (points.length - 2) / spread) };
}

/** The CPU time of each process during `work`, which returns the number of meetings. */
export async function measure(
  { apis, worker, databasePid }: Installation,
  work: () => Promise<number>,
): Promise<Row> {
  const pids = [...apis.map(({ pid }) => pid), worker.pid];
  const memory = () => Promise.all(pids.map(async (pid) => (await memoryOf([pid])).pssMb));
  const secondsOf = async (): Promise<number[]> => {
    const database = [databasePid, ...(await descendants(databasePid))];
    const parts = await Promise.all([...pids, process.pid].map((pid) => cpuSeconds([pid])));
    return [...parts, await cpuSeconds(database, { ended: true }), machineSeconds()];
  };
  const [before, memoryBefore, started] = [await secondsOf(), await memory(), performance.now()];
  const meetings = await work();
  const seconds = (performance.now() - started) / 1000;
  const memoryAfter = await memory();
  const used = (await secondsOf()).map((after, n) => after - (before[n] ?? 0));
  const ofApis = used.splice(0, apis.length);
  const [ofWorker = 0, ofBench = 0, ofDatabase = 0, ofMachine = 0] = used;
  const sum = ofApis.reduce((total, one) => total + one, 0);
  const others = ofMachine - sum - ofWorker - ofBench - ofDatabase;
  const cores = (taken: number): string => (taken / seconds).toFixed(2);
  const each = (taken: number): string => ((taken * 1000) / meetings).toFixed(1);
  const mb = memoryBefore.map((from, n) => `${from} to ${memoryAfter[n]}`);
  return {
    meetings,
    'meetings a second': (meetings / seconds).toFixed(1),
    'cores of each api': ofApis.map(cores).join(', '),
    'cores of worker, PostgreSQL, bench': [ofWorker, ofDatabase, ofBench].map(cores).join(', '),
    'cores of others, all cores': `${cores(others)}, ${cores(ofMachine)} of ${cpus().length}`,
    'core ms a meeting of apis, worker, PostgreSQL': [sum, ofWorker, ofDatabase]
      .map(each)
      .join(', '),
    'MB of each api, and of the worker, start to end': mb.join(', '),
  };
}

/** Time of all cores that was not idle. */
function machineSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000;
}

export function latencyRow(latenciesMs: ReadonlyMap<string, readonly number[]>): Row {
  const row: Row = {};
  for (const [name, ms] of [...latenciesMs].toSorted(([a], [b]) => a.localeCompare(b)))
    row[`${name}, p50, p99 ms`] = [50, 99].map((one) => percentile(ms, one).toFixed(1)).join(', ');
  return row;
}
