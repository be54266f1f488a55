import type { ParticipantKey } from './guest-link.ts';
import { leaveRequest } from './guest-api.ts';

/** TypeScript does not know it yet. Chromium has it since version 135. */
type FetchLater = (path: string, init: RequestInit) => unknown;

/**
 * Has the browser leave the meeting when the page closes, even if the page cannot do it: it crashed, or was busy for
 * more than the half second that Chromium waits. Not while the page is hidden: the browser may then send the request
 * although the page is still open. The returned function cancels it.
 */
export function leaveWhenPageCloses(key: ParticipantKey): () => void {
  const { fetchLater } = globalThis as { fetchLater?: FetchLater };
  if (fetchLater === undefined) return () => {};
  let hidden = new AbortController();
  const update = () => {
    hidden.abort();
    hidden = new AbortController();
    if (document.visibilityState !== 'visible') return;
    const [path, init] = leaveRequest(key);
    try {
      fetchLater(path, { ...init, signal: hidden.signal });
    } catch {
      // A frame in another site's page may not be allowed to.
    }
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    hidden.abort();
  };
}
