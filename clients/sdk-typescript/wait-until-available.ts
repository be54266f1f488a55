import { ParleyError } from './parley-error.ts';
import {
  type Call,
  type ClientOptions,
  jsonOf,
  mayPass,
  type Operation,
  pause,
  send,
  timeoutOf,
  waitMs,
} from './send.ts';

/** A service holds a call for at most 30 s. */
const MAX_WAIT_SECONDS = 20;
const MIN_PAUSE_MS = 1_000;

/**
 * Reads until `status` is `available`. The service holds each read until something changes
 * (`Prefer: wait`). Continues when this key has too many reads held, and, once a read has succeeded,
 * after every temporary failure: the service may restart during a meeting.
 */
export async function waitUntilAvailable<T extends { status: string }>(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<T> {
  // The timeout of an attempt must exceed the wait.
  const seconds = Math.min(MAX_WAIT_SECONDS, Math.floor(timeoutOf(service) / 1_500));
  let etag: string | null = null;
  let hasRead = false;
  for (let failures = 0; ;) {
    const askedAt = performance.now();
    const headers: Record<string, string> = {
      prefer: `wait=${seconds}`,
      ...(etag !== null && { 'if-none-match': etag }),
    };
    const sent = { accept: 'application/json', ...call, headers };
    const answer = await send(service, operation, sent).catch((error: unknown) => ({ error }));
    if ('error' in answer) {
      const { error } = answer;
      if (!isRateLimit(error) && !(hasRead && mayPass(error, call))) throw error;
      await pause(Math.max(MIN_PAUSE_MS, waitMs(error, failures++)), call.signal);
      continue;
    }
    failures = 0;
    hasRead = true;
    if (answer.status !== 304) {
      const value = jsonOf(answer) as T;
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

function isRateLimit(error: unknown): boolean {
  return error instanceof ParleyError && error.code === 'rate_limited';
}
