import { useSyncExternalStore } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Space } from '../stage/stage-plan.ts';
import type { Store } from '../page/store.ts';

/** Whether the page fills the screen, and how to change that. Some phones do not allow it. */
export function useFullScreen(): { isFull: boolean; canBeFull: boolean; toggleFull(): void } {
  const isFull = useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed);
      return () => document.removeEventListener('fullscreenchange', changed);
    },
    () => document.fullscreenElement !== null,
  );
  const toggleFull = () => {
    const change =
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen();
    change.catch(() => undefined);
  };
  return { isFull, canBeFull: document.fullscreenEnabled, toggleFull };
}

/** The inner size of an element in CSS pixels, updated when it changes. */
export function useSize<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Space>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}

/** Whether a media query matches, updated when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

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
    // A device that saves power may refuse; the meeting continues without the lock.
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

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
