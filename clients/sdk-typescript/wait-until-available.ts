import { ParleyError, retryAfterOf } from './parley-error.ts';
import type { Call, Operation } from './request.ts';
import {
  type ClientOptions,
  jsonOf,
  MAX_ASKED_MS,
  mayPass,
  pause,
  type Received,
  send,
  timeoutOf,
  waitMs,
} from './send.ts';

/** A service holds a call for at most 30 s. */
const MAX_WAIT_SECONDS = 20;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

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
  let unheldReads = 0;
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
    // The first read has no ETag, so the service cannot hold it. If it returned one, the next read follows at once.
    const isFirst = etag === null;
    etag = answer.headers.get('etag') ?? etag;
    const isHeld = performance.now() - askedAt > MIN_PAUSE_MS;
    const readsAtOnce = isHeld || (isFirst && etag !== null);
    unheldReads = readsAtOnce ? 0 : unheldReads + 1;
    if (!readsAtOnce) await pause(pauseMs(answer, unheldReads), call.signal);
  }
}

/**
 * The pause after the nth consecutive read that was not held. Ignores `Retry-After` if the service
 * confirms `Prefer: wait`, since that header is for clients that poll.
 */
function pauseMs({ headers }: Received, unheldReads: number): number {
  const own = Math.min(MIN_PAUSE_MS * 2 ** (unheldReads - 1), MAX_PAUSE_MS);
  const ignoresPrefer = !headers.has('preference-applied');
  const asked = ignoresPrefer ? Math.min((retryAfterOf(headers) ?? 0) * 1_000, MAX_ASKED_MS) : 0;
  return Math.max(asked, own);
}

function isRateLimit(error: unknown): boolean {
  return error instanceof ParleyError && error.code === 'rate_limited';
}
