import { useSyncExternalStore } from 'preact/compat';

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
