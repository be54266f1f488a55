import type { TraceOptions } from './open-traces.ts';
import { tracesUrl } from './traces-url.ts';

const ANSWERS_WITHIN_MS = 5_000;

/** Sends a collector a message without spans. The status of its answer, or the reason why there is none. */
export async function tryCollector({
  endpoint,
  headers,
}: Pick<TraceOptions, 'endpoint' | 'headers'>): Promise<number | string> {
  try {
    const response = await fetch(tracesUrl(endpoint), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return codeOf(error) ?? 'no answer';
  }
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
