import { cpus } from 'node:os';
import { descendants, memoryOf } from '../../dev/world/process-memory.ts';
import { cpuSeconds } from '../process-meter.ts';
import { percentile, type Row } from '../row.ts';
import type { Installation } from './installation.ts';

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
