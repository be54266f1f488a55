import { errorOf, ParleyError } from './parley-error.ts';
import { type Call, type Operation, requestFor, type FetchInit } from './request.ts';

export type ClientOptions = {
  /** Such as https://meet.example.org. In a page it may be relative. */
  baseUrl: string;
  apiKey: string;
  /** How often a call with a temporary failure is sent again; 3 by default. */
  maxRetries?: number | undefined;
  /** Milliseconds that one attempt may take; 30,000 by default. */
  timeoutMs?: number | undefined;
  fetch?: Fetch | undefined;
};
/** The part of `fetch` that the client uses, which those of packages such as undici have as well. */
export type Fetch = (
  url: string,
  init: FetchInit & { redirect: 'manual'; signal: AbortSignal },
) => Promise<Response>;

const DEFAULT_TIMEOUT_MS = 30_000;
/** A longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_MAX_RETRIES = 3;
const FIRST_WAIT_MS = 200;
const MAX_BACKOFF_MS = 30_000;
/** Rate limits are per minute. A longer wait is left to the caller, which may have better things to do. */
const MAX_RETRY_AFTER_MS = 60_000;
/** The longest wait that the service may ask for. */
export const MAX_ASKED_MS = 3_600_000;
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const NOT_DONE: ReadonlySet<number> = new Set([408, 429]);

export async function sendJson<T>(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<T> {
  return jsonOf(await send(service, operation, { accept: 'application/json', ...call })) as T;
}

/** The body of the answer. Throws ParleyError when it is not JSON: something other than the service answered. */
export function jsonOf({ status, text }: Received): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParleyError({ status, problem: null, retryAfterSeconds: null });
  }
}

/**
 * The body of the answer. Rejects with ParleyError, or with what `fetch` rejects with when no
 * attempt got an answer.
 */
export async function sendText(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<string> {
  return (await send(service, operation, call)).text;
}

/** `status` is 2xx or 304. */
export type Received = { status: number; headers: Headers; bytes: Uint8Array; text: string };

export async function send(
  service: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<Received> {
  const request = requestFor(service, operation, call);
  let mayBeDone = false;
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(service, request, call.signal);
    if (outcome.kind === 'done') return outcome.received;
    if (mayBeDone && operation.method === 'DELETE' && isNotFound(outcome.error))
      return DELETED_BEFORE;
    mayBeDone ||= !isCertainlyNotDone(outcome.error);
    if (attempt >= retriesOf(service) || !mayPassSoon(outcome.error, call)) throw outcome.error;
    await pause(waitMs(outcome.error, attempt), call.signal);
  }
}

/** An earlier attempt, whose answer was lost, deleted it. */
const DELETED_BEFORE: Received = {
  status: 204,
  headers: new Headers(),
  bytes: new Uint8Array(),
  text: '',
};

export const retriesOf = (service: ClientOptions): number =>
  service.maxRetries ?? DEFAULT_MAX_RETRIES;
export const timeoutOf = (service: ClientOptions): number =>
  service.timeoutMs ?? DEFAULT_TIMEOUT_MS;

type Outcome = { kind: 'done'; received: Received } | { kind: 'failed'; error: unknown };

async function sendOnce(
  service: ClientOptions,
  { url, init }: { url: string; init: FetchInit },
  signal?: AbortSignal,
): Promise<Outcome> {
  // Not AbortSignal.timeout: in AbortSignal.any, Node 20 may collect it as garbage, and the attempt never ends.
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException('The service did not answer in time', 'TimeoutError')),
    Math.min(timeoutOf(service), MAX_TIMER_MS),
  );
  try {
    const response = await (service.fetch ?? fetch)(url, {
      ...init,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    if (!response.ok && response.status !== 304)
      return { kind: 'failed', error: await errorOf(response) };
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const { status, headers } = response;
    return { kind: 'done', received: { status, headers, bytes, text } };
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls may be repeated: a GET changes nothing, a POST carries its key. A conditional change
 * (If-Match) may have been made although its answer was lost, and a repeat would then be refused:
 * it is repeated only when it certainly was not made.
 */
export function mayPass(error: unknown, { headers, signal }: Call): boolean {
  if (signal?.aborted) return false;
  const passing = headers?.['if-match'] === undefined ? PASSING : NOT_DONE;
  if (!(error instanceof ParleyError)) return passing === PASSING;
  return passing.has(error.status) || error.code === 'idempotency_key_in_use';
}

/** The same, for one call. */
export function mayPassSoon(error: unknown, call: Call): boolean {
  return mayPass(error, call) && askedWaitMs(error) <= MAX_RETRY_AFTER_MS;
}

/** Not what a gateway answers while the service is away. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ParleyError && error.status === 404 && error.problem !== null;
const isCertainlyNotDone = (error: unknown): boolean =>
  error instanceof ParleyError && NOT_DONE.has(error.status);

/** Never before the time that the service names, plus a random delay, so that not all clients return at once. */
export function waitMs(error: unknown, attempt: number): number {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_BACKOFF_MS);
  const asked = askedWaitMs(error);
  return asked > 0 ? asked + backoff * Math.random() : backoff * (0.5 + Math.random());
}

/** How long the service asks the client to wait, an hour at most; 0 when it does not say. */
export function askedWaitMs(error: unknown): number {
  return error instanceof ParleyError
    ? Math.min((error.retryAfterSeconds ?? 0) * 1000, MAX_ASKED_MS)
    : 0;
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
