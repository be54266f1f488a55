// Notices a connection over which nothing comes any longer, long before the media library does: its own checks need
// 15 s and more, and no browser says that a wireless link has died. A living connection is checked from both ends,
// every 2.5 s at the latest.
const STALLED_MS = 3500;
const MAX_GAP_MS = 3000;

export type Flow = 'stalled' | 'flows';

/** `received` counts whatever arrived; any change of it is life. Answers only when that changes what was said last. */
export function createStallDetector(): (received: number, nowMs: number) => Flow | null {
  let before: number | null = null;
  let changedMs = 0;
  let lastMs = 0;
  let flow: Flow = 'flows';
  return (received, nowMs) => {
    // A page that slept knows nothing about the time in between.
    if (before === null || received !== before || nowMs - lastMs > MAX_GAP_MS) changedMs = nowMs;
    const alive = before !== null && received !== before;
    before = received;
    lastMs = nowMs;
    const now =
      flow === 'stalled' && !alive
        ? 'stalled'
        : nowMs - changedMs >= STALLED_MS
          ? 'stalled'
          : 'flows';
    if (now === flow) return null;
    flow = now;
    return flow;
  };
}
