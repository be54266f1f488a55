// Measures the service and the floors in turns, in the same minute, so that other load affects them equally.
import type { ChildProcess } from 'node:child_process';
import { ask } from './ask-child.ts';
import type { LoadResult } from './load.ts';
import type { OperationName, Target } from './requests.ts';
import { median, percentile } from '../row.ts';
import { cpuSeconds } from '../process-meter.ts';

/** `cpuUs`: CPU time of the server's process per call; other load on the machine hardly affects it. */
export type Side = { perSecond: number; cpuUs: number; p50Ms: number; p99Ms: number };
export type Runner = Target & { pid: number };
type Run = LoadResult & { cpuUs: number };
/** A floor, and the median of the rounds' ratios of the service's throughput to it. */
export type Compared = Side & { ratio: number; ratios: number[] };
export type Race = {
  operation: OperationName;
  service: Side;
  /** The smallest server that keeps the promises. */
  floor: Compared;
  /** Statement by statement, each parsed again. */
  repeating: Compared;
};

const CONNECTIONS = 16;
const ROUNDS = 8;
const SECONDS = 1.5;
// V8 optimizes the service's code while it creates its first 12,000 meetings; the floors have far less code.
const WARM_UP_SECONDS = 12;

export async function race(
  load: ChildProcess,
  operation: OperationName,
  runners: { service: Runner; floor: Runner; repeating: Runner },
): Promise<Race> {
  const run = async (target: Runner, seconds: number): Promise<Run> => {
    const before = await cpuSeconds([target.pid]);
    const result = await ask<LoadResult>(load, {
      ...target,
      operation,
      seconds,
      connections: CONNECTIONS,
    });
    return {
      ...result,
      cpuUs: (((await cpuSeconds([target.pid])) - before) * 1e6) / result.latenciesMs.length,
    };
  };
  const runs: Record<keyof typeof runners, Run[]> = { service: [], floor: [], repeating: [] };
  const names = Object.keys(runs) as (keyof typeof runners)[];
  for (const name of names) await run(runners[name], WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++)
    // The order alternates.
    for (const name of [...names.slice(round % 3), ...names.slice(0, round % 3)])
      runs[name].push(await run(runners[name], SECONDS));
  const compared = (floors: readonly Run[]): Compared => {
    const ratios = runs.service.map((one, n) => one.perSecond / (floors[n]?.perSecond ?? NaN));
    return { ...sideOf(floors), ratio: median(ratios), ratios };
  };
  return {
    operation,
    service: sideOf(runs.service),
    floor: compared(runs.floor),
    repeating: compared(runs.repeating),
  };
}

function sideOf(results: readonly Run[]): Side {
  const latencies = results.flatMap((one) => one.latenciesMs);
  return {
    perSecond: median(results.map((one) => one.perSecond)),
    cpuUs: median(results.map((one) => one.cpuUs)),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
  };
}
