import { useEffect } from 'preact/hooks';

/** Keeps the screen awake while the component is shown. */
export function useWakeLock(): void {
  useEffect(keepAwake, []);
}

/**
 * The browser releases the lock whenever the page is hidden, so it is requested again when the page
 * is visible.
 */
function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let stopped = false;
  let lock: WakeLockSentinel | null = null;
  const request = async () => {
    if (stopped || document.visibilityState !== 'visible' || lock?.released === false) return;
    // A device that saves power may refuse; the meeting goes on without the lock.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (stopped) await lock?.release();
  };
  const requestAgain = () => void request();
  document.addEventListener('visibilitychange', requestAgain);
  requestAgain();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', requestAgain);
    void lock?.release();
  };
}
