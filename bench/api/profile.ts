import type { Inspector } from './inspect-process.ts';

type Profile = {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    hitCount: number;
  }[];
};
/** `percent` of the time in which the process was busy. */
export type Share = { part: string; percent: number };

const MAX_FUNCTIONS = 25;

/** Where the process spends its time during `work`: by part of the program, and by function. */
export async function profileDuring(
  inspector: Inspector,
  work: () => Promise<unknown>,
): Promise<{ parts: Share[]; functions: Share[] }> {
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.setSamplingInterval', { interval: 200 });
  await inspector.call('Profiler.start');
  await work();
  const { profile } = await inspector.call<{ profile: Profile }>('Profiler.stop');
  const busy = profile.nodes.filter(({ callFrame }) => callFrame.functionName !== '(idle)');
  const shares = (nameOf: (frame: Profile['nodes'][number]['callFrame']) => string): Share[] => {
    const total = busy.reduce((sum, { hitCount }) => sum + hitCount, 0);
    return [...Map.groupBy(busy, ({ callFrame }) => nameOf(callFrame))]
      .map(([part, nodes]) => ({
        part,
        percent: (100 * nodes.reduce((sum, { hitCount }) => sum + hitCount, 0)) / total,
      }))
      .toSorted((a, b) => b.percent - a.percent);
  };
  const functions = shares(
    ({ functionName, url, lineNumber }) =>
      `${functionName || '(anonymous)'} ${placeOf(url)}:${lineNumber + 1}`,
  );
  return {
    parts: shares(({ url, functionName }) => partOf(url, functionName)),
    functions: functions.slice(0, MAX_FUNCTIONS),
  };
}

const placeOf = (url: string): string => url.replace(/^.*\/(node_modules|src|bench)\//, '$1/');

function partOf(url: string, functionName: string): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'Node, native code and system calls';
  const vendor = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (vendor !== undefined) return vendor.startsWith('pg') ? 'pg' : vendor;
  const own = /\/src\/(\w+)\//.exec(url)?.[1];
  if (own !== undefined) return `src/${own}`;
  // Functions without a file are V8's own: writev, JSON.stringify and the like.
  return url === '' ? 'V8 and native functions' : 'Node, JavaScript';
}
