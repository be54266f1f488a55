const POLL_MS = 30_000;
/** The guest is outside a locked meeting. */
export const LOCKED_POLL_MS = 5000;
const MIN_POLL_INTERVAL_MS = 3000;
/** Until the guest comes back to the page: an abandoned lobby must not poll forever. */
const MAX_POLLING_MS = 3_600_000;

/**
 * Calls `refresh` about every `everyMs` while the page is visible, and when it becomes visible. Returns a
 * function that stops it.
 */
export function pollLobby(refresh: () => void, everyMs = POLL_MS): () => void {
  let seenMs = performance.now();
  let polledMs = seenMs;
  const poll = () => {
    const nowMs = performance.now();
    if (document.visibilityState !== 'visible' || nowMs - seenMs > MAX_POLLING_MS) return;
    if (nowMs - polledMs < MIN_POLL_INTERVAL_MS) return;
    polledMs = nowMs;
    refresh();
  };
  const onVisibilityChange = () => {
    seenMs = performance.now();
    poll();
  };
  // Jitter, so that guests who opened the link together do not poll together.
  const timer = setInterval(poll, everyMs * (0.8 + Math.random() * 0.4));
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
