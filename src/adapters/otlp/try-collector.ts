import { type TraceOptions, tracesUrl } from './open-traces.ts';

const ANSWERS_WITHIN_MS = 5_000;

/** The status with which a collector answers a message without spans. Rejects when it does not answer. */
export async function tryCollector(options: TraceOptions): Promise<number> {
  const response = await fetch(tracesUrl(options), {
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  await response.body?.cancel();
  return response.status;
}
