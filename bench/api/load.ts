// The load generator, in its own process: as many calls as `connections` can make one after the other in `seconds`.
// Receives orders as messages and answers each with the latencies.
import { Client } from 'undici';
import { type OperationName, requestOf, send, type Target } from './requests.ts';

export type LoadOrder = Target & { operation: OperationName; seconds: number; connections: number };
export type LoadResult = { perSecond: number; latenciesMs: number[] };

async function load({
  seconds,
  connections,
  operation,
  url,
  ...target
}: LoadOrder): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  let calls = 0;
  const run = async (): Promise<void> => {
    const client = new Client(url);
    for (let now = performance.now(); now < until;) {
      await send(client, requestOf(operation, target, calls++));
      const answered = performance.now();
      latenciesMs.push(answered - now);
      now = answered;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, run));
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - started), latenciesMs };
}

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
