// Reads server-sent events (HTML standard, 9.2) and connects again when the connection breaks.
import type { Event } from '../../contract/generated/api.ts';
import { errorOf, ParleyError } from './parley-error.ts';
import { askedWaitMs, type ClientOptions, type Operation, pause, requestFor } from './send.ts';

/** `id` is what `lastEventId` takes. */
export type StreamedEvent = { id: string; event: Event };
export type StreamOptions = { lastEventId?: string; signal?: AbortSignal };

const RECONNECT_AFTER_MS = 2_000;
// Two pings missed.
const SILENT_FOR_MS = 40_000;

/**
 * Rejects with ParleyError when the service refuses for good: events_expired means that some were
 * missed.
 */
export async function* readEvents(
  service: ClientOptions,
  operation: Operation,
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  let id = options.lastEventId;
  for (;;) {
    let waitMs = RECONNECT_AFTER_MS;
    try {
      for await (const frame of readOnce(service, operation, id, options.signal)) {
        id = frame.id ?? id;
        if (frame.data !== '' && frame.name !== 'end')
          yield { id: id ?? '', event: JSON.parse(frame.data) };
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      if (error instanceof ParleyError && error.status < 500 && error.status !== 429) throw error;
      waitMs = Math.max(waitMs, askedWaitMs(error));
    }
    if (options.signal?.aborted) return;
    await pause(waitMs, options.signal).catch(() => {});
  }
}

type Frame = { id: string | undefined; name: string; data: string };

async function* readOnce(
  service: ClientOptions,
  operation: Operation,
  id: string | undefined,
  stop?: AbortSignal,
): AsyncGenerator<Frame> {
  const silent = new AbortController();
  const { url, init } = requestFor(service, operation, {
    accept: 'text/event-stream',
    ...(id !== undefined && { headers: { 'last-event-id': id } }),
  });
  const timer = setTimeout(() => silent.abort(), SILENT_FOR_MS);
  try {
    const signal = stop ? AbortSignal.any([stop, silent.signal]) : silent.signal;
    const response = await (service.fetch ?? fetch)(url, { ...init, redirect: 'error', signal });
    if (!response.ok || !response.body) throw await errorOf(response);
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh();
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(readFrame);
    }
  } finally {
    clearTimeout(timer);
  }
}

function readFrame(block: string): Frame {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const all = (field: string) =>
    lines.flatMap((line) => (line?.[1] === field ? [line[2] ?? ''] : []));
  return { id: all('id').at(-1), name: all('event').at(-1) ?? '', data: all('data').join('\n') };
}
