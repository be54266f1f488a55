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
