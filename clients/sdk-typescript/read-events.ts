// Reads server-sent events (HTML standard, 9.2) and reconnects when the connection breaks.
import type {
  Event,
  LiveConsent,
  LiveGap,
  LiveInterim,
  LiveSegment,
} from '../../contract/generated/api.ts';
import { errorOf, ParleyError } from './parley-error.ts';
import { type Operation, requestFor } from './request.ts';
import { askedWaitMs, type ClientOptions, mayPass, mayPassSoon, pause, retriesOf } from './send.ts';

/** `id` is what `lastEventId` takes. */
export type StreamedEvent = { id: string; event: Event };
export type StreamOptions = { lastEventId?: string | undefined; signal?: AbortSignal | undefined };

/** What a person said, or answered about being transcribed. `id` is what `lastEventId` takes; some have none. */
export type LiveWords =
  | ({ kind: 'segment'; id: string } & LiveSegment)
  | ({ kind: 'gap'; id: string } & LiveGap)
  | ({ kind: 'interim' } & LiveInterim)
  | ({ kind: 'consent' } & LiveConsent);
export type LiveOptions = StreamOptions & { interim?: boolean | undefined };

const RECONNECT_AFTER_MS = 2_000;
// Two pings missed.
const SILENT_FOR_MS = 40_000;

/**
 * Rejects with ParleyError when a retry cannot help: events_expired means that some were missed. Rejects as a call does
 * when the first connection fails.
 */
export async function* readEvents(
  service: ClientOptions,
  operation: Operation,
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  for await (const { id, name, data } of readFrames(service, operation, {}, options))
    if (name !== 'end') yield { id: id ?? '', event: JSON.parse(data) };
}

/** The live words of a meeting until it is over. Rejects as `readEvents` does. */
export async function* readLiveWords(
  service: ClientOptions,
  operation: Operation,
  meetingRef: string,
  { interim, ...options }: LiveOptions = {},
): AsyncGenerator<LiveWords> {
  const call = { ref: { meetingRef }, ...(interim && { query: { interim: 'true' } }) };
  for await (const { id, name, data } of readFrames(service, operation, call, options)) {
    const content = JSON.parse(data);
    if (name === 'end' && ['meeting_over', 'content_expired'].includes(content.reason)) return;
    if (name === 'segment' || name === 'gap') yield { kind: name, id: id ?? '', ...content };
    if (name === 'interim' || name === 'consent') yield { kind: name, ...content };
  }
}

/**
 * Every frame with data, across reconnects. `id` is the last one received. Until the first connection, a failure counts
 * as that of a call, except that a rate limit is waited for.
 */
async function* readFrames(
  service: ClientOptions,
  operation: Operation,
  call: Call,
  options: StreamOptions,
): AsyncGenerator<Frame> {
  let id = options.lastEventId;
  let hasConnected = false;
  for (let failures = 0; ;) {
    let waitMs = RECONNECT_AFTER_MS;
    try {
      for await (const frame of readOnce(service, operation, { ...call, id }, options.signal)) {
        hasConnected = true;
        id = frame.id ?? id;
        if (frame.data !== '') yield { ...frame, id };
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      const status = error instanceof ParleyError ? error.status : null;
      if (status !== null && status >= 400 && status < 500 && !mayPass(error, {})) throw error;
      if (!hasConnected && status !== 429) {
        if (failures >= retriesOf(service) || !mayPassSoon(error, {})) throw error;
        failures += 1;
      }
      waitMs = Math.max(waitMs, askedWaitMs(error));
    }
    if (options.signal?.aborted) return;
    await pause(waitMs, options.signal).catch(() => {});
  }
}

type Call = { ref?: Record<string, string>; query?: Record<string, string> };
type Frame = { id: string | undefined; name: string; data: string };

async function* readOnce(
  service: ClientOptions,
  operation: Operation,
  { id, ...call }: Call & { id: string | undefined },
  stop?: AbortSignal,
): AsyncGenerator<Frame> {
  const silent = new AbortController();
  const { url, init } = requestFor(service, operation, {
    ...call,
    accept: 'text/event-stream',
    ...(id !== undefined && { headers: { 'last-event-id': id } }),
  });
  const giveUp = () => setTimeout(() => silent.abort(), SILENT_FOR_MS);
  let timer = giveUp();
  try {
    const signal = stop ? AbortSignal.any([stop, silent.signal]) : silent.signal;
    const response = await (service.fetch ?? fetch)(url, { ...init, redirect: 'manual', signal });
    const type = response.headers.get('content-type');
    if (!response.ok || !response.body || !type?.startsWith('text/event-stream'))
      throw await errorOf(response);
    // Not every browser supports `for await` on a stream.
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      // The time that the program takes for a frame is no silence of the service.
      clearTimeout(timer);
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(readFrame);
      timer = giveUp();
    }
  } finally {
    clearTimeout(timer);
    // Also when the reader stops early: the number of connections is limited.
    silent.abort();
  }
}

function readFrame(block: string): Frame {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/s.exec(line));
  const all = (field: string) =>
    lines.flatMap((line) => (line?.[1] === field ? [line[2] ?? ''] : []));
  return { id: all('id').at(-1), name: all('event').at(-1) ?? '', data: all('data').join('\n') };
}
