const LOOK_MS = 30_000;
const LOOKS_APART_MS_MIN = 5000;
/** In a row, unless the guest comes back to the page: a lobby that was left open shall not keep the service awake. */
const LOOKS_MAX = 120;

/** Calls `look` from time to time while the page is seen, and when it is seen again; answers how to stop. */
export function watchLobby(look: () => void): () => void {
  let left = LOOKS_MAX;
  let lookedMs = Date.now();
  const lookNow = () => {
    const hidden = document.visibilityState !== 'visible';
    if (hidden || left === 0 || Date.now() - lookedMs < LOOKS_APART_MS_MIN) return;
    left -= 1;
    lookedMs = Date.now();
    look();
  };
  const seen = () => {
    left = LOOKS_MAX;
    lookNow();
  };
  // Spread, so that those who opened the link together do not ask together.
  const timer = setInterval(lookNow, LOOK_MS * (0.8 + Math.random() * 0.4));
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
