import { until } from '../../dev/world/until.ts';

/** A debugger client for a running Node: collects garbage and takes profiles (Chrome DevTools Protocol). */
export type Inspector = { call<T>(method: string, params?: object): Promise<T>; close(): void };

/** The process must have been started with `--inspect-port=<port>`; until now that had no effect on it. */
export async function inspectProcess(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  const [target] = await until('the inspector listens', 5_000, () =>
    fetch(`http://127.0.0.1:${port}/json/list`).then(
      (response) => response.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => undefined,
    ),
  );
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let calls = 0;
  return {
    call: <T>(method: string, params: object = {}) => {
      const id = ++calls;
      return new Promise<T>((resolve, reject) => {
        const onMessage = ({ data }: MessageEvent): void => {
          const message = JSON.parse(String(data)) as {
            id?: number;
            result: T;
            error?: { message: string };
          };
          if (message.id !== id) return;
          socket.removeEventListener('message', onMessage);
          if (message.error) reject(new Error(message.error.message));
          else resolve(message.result);
        };
        socket.addEventListener('message', onMessage);
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}

export async function collectGarbage(inspector: Inspector): Promise<void> {
  for (let time = 0; time < 3; time++) await inspector.call('HeapProfiler.collectGarbage');
}

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
