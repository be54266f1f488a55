const POLL_MS = 30_000;
const MIN_POLL_INTERVAL_MS = 5000;
/** In a row, unless the guest comes back to the page: a lobby that was left open shall not keep the service awake. */
const MAX_POLLS = 120;

/** Calls `look` from time to time while the page is seen, and when it is seen again; returns a function that stops it. */
export function pollLobby(look: () => void): () => void {
  let left = MAX_POLLS;
  let lookedMs = Date.now();
  const lookNow = () => {
    const hidden = document.visibilityState !== 'visible';
    if (hidden || left === 0 || Date.now() - lookedMs < MIN_POLL_INTERVAL_MS) return;
    left -= 1;
    lookedMs = Date.now();
    look();
  };
  const seen = () => {
    left = MAX_POLLS;
    lookNow();
  };
  // Spread, so that those who opened the link together do not ask together.
  const timer = setInterval(lookNow, POLL_MS * (0.8 + Math.random() * 0.4));
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
