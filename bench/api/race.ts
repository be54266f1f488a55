// The service and the floor in turns, in the same minute, so that whatever else the machine does meets both alike.
import type { ChildProcess } from 'node:child_process';
import { ask } from './ask-child.ts';
import type { LoadResult } from './load.ts';
import type { OperationName, Target } from './requests.ts';
import { median, percentile } from '../row.ts';
import { cpuSeconds } from '../process-meter.ts';

/** `cpuUs`: time of a core that the server's process takes for a call; what else the machine does hardly touches it. */
export type Side = { perSecond: number; cpuUs: number; p50Ms: number; p99Ms: number };
export type Runner = Target & { pid: number };
type Run = LoadResult & { cpuUs: number };
export type Race = {
  operation: OperationName;
  service: Side;
  floor: Side;
  ratio: number;
  ratios: number[];
};

const CONNECTIONS = 16;
const ROUNDS = 8;
const SECONDS = 1.5;

/** `ratio`: the median of the rounds' ratios of throughput. */
export async function race(
  load: ChildProcess,
  operation: OperationName,
  service: Runner,
  floor: Runner,
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
  const [services, floors]: [Run[], Run[]] = [[], []];
  for (const target of [service, floor]) await run(target, 1);
  for (let round = 0; round < ROUNDS; round++) {
    // Who goes first changes, too.
    if (round % 2 === 0) services.push(await run(service, SECONDS));
    floors.push(await run(floor, SECONDS));
    if (round % 2 === 1) services.push(await run(service, SECONDS));
  }
  const ratios = services.map((one, round) => one.perSecond / (floors[round]?.perSecond ?? NaN));
  return {
    operation,
    service: sideOf(services),
    floor: sideOf(floors),
    ratio: median(ratios),
    ratios,
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
