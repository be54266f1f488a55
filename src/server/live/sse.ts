// Server-sent events (HTML standard, 9.2). Nothing is read before the client has taken what came earlier.
import { Readable } from 'node:stream';
import { isKeyUsable } from '../../core/api-key/verify-api-key.ts';
import type { Ctx } from '../../core/context.ts';
import { Bell } from '../../core/timing.ts';

const BUFFER_BYTES = 64 * 1024;
/** A client that takes a long text slowly is seen to take it. */
const PIECE_BYTES = 16 * 1024;
const RECONNECT_AFTER_MS = 2_000;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold the events back.
  'x-accel-buffering': 'no',
};

export type StreamPace = { pingMs: number; slowMs: number };
const DEFAULT_PACE: StreamPace = { pingMs: 15_000, slowMs: 30_000 };

/** What is new since the last read: frames, whether more may follow at once, and why it was the last. */
export type Read = { text: string; isMore: boolean; end: string | null };

export type StreamSource = {
  /** The name in the log. */
  component: string;
  keyId: string;
  /** The id that the client gets at the beginning, so that it loses nothing when the connection breaks early. */
  firstId: number;
  /** Calls `onNews` when there may be more, until the returned function is called. */
  follow(onNews: () => void): () => void;
  /** Whether the service is stopping. */
  isReleased(): boolean;
  /** Whether the key must be checked before the next read, and not only at each ping. */
  isKeyInDoubt(): boolean;
  read(): Promise<Read>;
  /** The last frame when the client took nothing for too long. */
  slowFrame: string;
};

/**
 * The source's frames until the client hangs up. The service ends it with an event `end` that says why: it stops, the
 * client took nothing for too long, the key is no longer valid, the source is at its end or could not be read.
 */
export function openStream(
  ctx: Ctx,
  source: StreamSource,
  pace: StreamPace = DEFAULT_PACE,
): Readable {
  const [news, taken] = [new Bell(), new Bell()];
  const stream = new Readable({
    highWaterMark: BUFFER_BYTES,
    read: taken.ring,
    destroy: (error, done) => {
      news.ring();
      taken.ring();
      done(error);
    },
  });
  const leave = source.follow(news.ring);
  void pump(ctx, source, { stream, news, taken, pace })
    .catch((error: unknown) => {
      ctx.log.warn('an event stream ended with an error', { component: source.component, error });
      return endFrame('failed');
    })
    .then((last) => finish(stream, last, last === source.slowFrame ? pace.slowMs : 0))
    .finally(leave);
  return stream;
}

export const endFrame = (reason: string): string =>
  `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;

type Pump = { stream: Readable; news: Bell; taken: Bell; pace: StreamPace };

/** Writes until there is a reason to end, and returns the last frame; null when the client hung up. */
async function pump(ctx: Ctx, source: StreamSource, to: Pump): Promise<string | null> {
  const { stream, news, pace } = to;
  stream.push(`retry: ${RECONNECT_AFTER_MS}\nid: ${source.firstId}\n\n`);
  let pingAt = performance.now() + pace.pingMs;
  while (!stream.destroyed) {
    const more = news.next();
    if (source.isReleased()) return endFrame('shutting_down');
    if (stream.readableLength >= BUFFER_BYTES && !(await drains(to)))
      return stream.destroyed ? null : source.slowFrame;
    const isPingDue = performance.now() >= pingAt;
    if ((isPingDue || source.isKeyInDoubt()) && !(await isKeyUsable(ctx, source.keyId)))
      return endFrame('key_not_valid');
    const { text, isMore, end } = await source.read();
    if (stream.destroyed) return null;
    pushInPieces(stream, text);
    if (end !== null) return endFrame(end);
    if (isPingDue) {
      stream.push(': ping\n\n');
      pingAt = performance.now() + pace.pingMs;
    }
    if (!isMore) await news.within(more, Math.max(1, pingAt - performance.now()));
  }
  return null;
}

function pushInPieces(stream: Readable, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    stream.push(bytes.subarray(at, at + PIECE_BYTES));
}

/** Waits until the client has taken enough; false when it took nothing for too long. */
async function drains({ stream, taken, pace }: Pump): Promise<boolean> {
  let before = Infinity;
  while (!stream.destroyed && stream.readableLength >= BUFFER_BYTES) {
    if (stream.readableLength >= before) return false;
    before = stream.readableLength;
    await taken.within(taken.next(), pace.slowMs);
  }
  return !stream.destroyed;
}

/** A client that is slow has some time to take the rest. */
function finish(stream: Readable, last: string | null, slowMs: number): void {
  if (last === null || stream.destroyed) return;
  stream.push(last);
  stream.push(null);
  const timer = setTimeout(() => stream.destroy(), slowMs > 0 ? Math.min(slowMs, 5_000) : 1_000);
  stream.once('close', () => clearTimeout(timer));
}
