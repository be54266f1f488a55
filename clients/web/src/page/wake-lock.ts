/** Keeps the screen awake; browsers let go of it with every look away, so it is asked for again on return. Answers how to stop. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let stopped = false;
  let lock: WakeLockSentinel | null = null;
  const ask = async () => {
    if (stopped || document.visibilityState !== 'visible' || lock?.released === false) return;
    // A device that saves power refuses: the meeting goes on all the same.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (stopped) await lock?.release();
  };
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
