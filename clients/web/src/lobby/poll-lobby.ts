const POLL_MS = 30_000;
/** The guest is outside a locked meeting. */
export const LOCKED_POLL_MS = 5000;
const MIN_POLL_INTERVAL_MS = 3000;
/**
 * Polls in a row until the guest comes back to the page: an abandoned lobby must not poll forever.
 */
const MAX_POLLS = 120;

/**
 * Calls `refresh` about every `everyMs` while the page is visible, and when it becomes visible. Returns a
 * function that stops it.
 */
export function pollLobby(refresh: () => void, everyMs = POLL_MS): () => void {
  let left = MAX_POLLS;
  let polledMs = Date.now();
  const poll = () => {
    const hidden = document.visibilityState !== 'visible';
    if (hidden || left === 0 || Date.now() - polledMs < MIN_POLL_INTERVAL_MS) return;
    left -= 1;
    polledMs = Date.now();
    refresh();
  };
  const onVisibilityChange = () => {
    left = MAX_POLLS;
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
