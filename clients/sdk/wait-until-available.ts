import { type Call, type ClientOptions, type Operation, pause, send } from './send.ts';

/** Below what an attempt may take by default, and the most that a service holds a call is 30 s. */
const WAIT_SECONDS = 20;
const LEAST_PAUSE_MS = 1_000;

/** Reads until `status` is `available`. The service holds each read until something changes (`Prefer: wait`). */
export async function waitUntilAvailable<T extends { status: string }>(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<T> {
  for (let etag: string | null = null; ;) {
    const askedAt = performance.now();
    const headers: Record<string, string> = { prefer: `wait=${WAIT_SECONDS}`, ...(etag !== null && { 'if-none-match': etag }) };
    const answer = await send(service, operation, { accept: 'application/json', ...call, headers });
    if (answer.status !== 304) {
      const value: T = JSON.parse(answer.text);
      if (value.status === 'available') return value;
    }
    etag = answer.headers.get('etag') ?? etag;
    // A service that does not hold, or that stops, must not be asked without a pause.
    const held = answer.headers.get('preference-applied') !== null && performance.now() - askedAt > LEAST_PAUSE_MS;
    if (answer.status === 304 && !held) await pause(LEAST_PAUSE_MS, call.signal);
  }
}
