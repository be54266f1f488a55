import { ParleyError } from '../../../../sdk-typescript/client.ts';
import { sleep } from '../../connection/backoff.ts';

const RETRY_AFTER_MS = 2_000;

/**
 * Runs `follow` now, unless the page is hidden, and whenever it is shown again. `shown` aborts once the page is hidden,
 * or with `stop`. Use it for calls that hold a connection: over HTTP/1.1 a browser opens at most six to a service, for
 * all its tabs together. Runs `follow` again when it fails, unless the service refuses it.
 */
export function wheneverShown(
  stop: AbortSignal,
  follow: (shown: AbortSignal) => Promise<void>,
  onRefused: (error: unknown) => void = () => {},
): void {
  let shown = new AbortController();
  const look = () => {
    shown.abort();
    if (stop.aborted || document.visibilityState !== 'visible') return;
    shown = new AbortController();
    void followAgain(shown.signal, follow, onRefused);
  };
  document.addEventListener('visibilitychange', look, { signal: stop });
  stop.addEventListener('abort', look);
  look();
}

async function followAgain(
  shown: AbortSignal,
  follow: (shown: AbortSignal) => Promise<void>,
  onRefused: (error: unknown) => void,
): Promise<void> {
  while (!shown.aborted) {
    try {
      return await follow(shown);
    } catch (error) {
      if (shown.aborted) return;
      if (isRefusal(error)) return onRefused(error);
    }
    await sleep(RETRY_AFTER_MS);
  }
}

/** A proxy's answer is no problem document. After expired events, newer ones can be followed. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ParleyError) || error.problem === null) return false;
  return error.status < 500 && error.code !== 'events_expired';
}
