import { ParleyError } from './parley-error.ts';
import {
  askedWaitMs,
  type Call,
  type ClientOptions,
  type Operation,
  pause,
  type Received,
  send,
  timeoutOf,
} from './send.ts';

/** A service holds a call for at most 30 s. */
const MAX_WAIT_SECONDS = 20;
const MIN_PAUSE_MS = 1_000;

/**
 * Reads until `status` is `available`. The service holds each read until something changes
 * (`Prefer: wait`). When this key has too many reads held, this continues after the time that the
 * service names.
 */
export async function waitUntilAvailable<T extends { status: string }>(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<T> {
  // The timeout of an attempt must exceed the wait.
  const seconds = Math.min(MAX_WAIT_SECONDS, Math.floor(timeoutOf(service) / 1_500));
  for (let etag: string | null = null; ;) {
    const askedAt = performance.now();
    const headers: Record<string, string> = {
      prefer: `wait=${seconds}`,
      ...(etag !== null && { 'if-none-match': etag }),
    };
    const answer = await sendUnlessLimited(service, operation, {
      accept: 'application/json',
      ...call,
      headers,
    });
    if (answer === null) continue;
    if (answer.status !== 304) {
      const value: T = JSON.parse(answer.text);
      if (value.status === 'available') return value;
    }
    etag = answer.headers.get('etag') ?? etag;
    // A service that does not hold reads, or is stopping, must not be polled without a pause.
    const held =
      answer.headers.get('preference-applied') !== null &&
      performance.now() - askedAt > MIN_PAUSE_MS;
    if (answer.status === 304 && !held) await pause(MIN_PAUSE_MS, call.signal);
  }
}

/** Null after a rate limit, when the time that the service named has passed. */
async function sendUnlessLimited(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<Received | null> {
  try {
    return await send(service, operation, call);
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'rate_limited') throw error;
    await pause(Math.max(MIN_PAUSE_MS, askedWaitMs(error)), call.signal);
    return null;
  }
}
