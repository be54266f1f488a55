import type { DeviceKind } from './device-error.ts';

/**
 * Reports when the guest allows a device in the browser's own settings. Returns a function that
 * stops it.
 */
export function watchPermissions(onGranted: (kind: DeviceKind) => void): () => void {
  const over = new AbortController();
  const watch = async (kind: DeviceKind) => {
    const status = await navigator.permissions.query({ name: kind });
    const changed = () => {
      if (status.state === 'granted') onGranted(kind);
    };
    if (!over.signal.aborted) status.addEventListener('change', changed, { signal: over.signal });
  };
  // Not every browser reports these two permissions.
  for (const kind of ['microphone', 'camera'] as const) watch(kind).catch(() => undefined);
  return () => over.abort();
}
