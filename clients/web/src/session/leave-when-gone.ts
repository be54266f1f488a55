import type { ParticipantKey } from './guest-link.ts';
import { leaveRequest } from './guest-api.ts';

/** TypeScript does not know it yet. Chromium has it since version 135. */
type FetchLater = (path: string, init: RequestInit) => unknown;

/**
 * Leaves when the page is gone, even if it could not say so: it crashed, or its tab was closed while it was busy, which
 * Chromium allows for half a second. Not while the page is out of sight: a browser may then leave for one that is still
 * there. The returned function withdraws it.
 */
export function leaveWhenGone(key: ParticipantKey): () => void {
  const { fetchLater } = globalThis as { fetchLater?: FetchLater };
  if (fetchLater === undefined) return () => {};
  let hidden = new AbortController();
  const look = () => {
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
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    hidden.abort();
  };
}
