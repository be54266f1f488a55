// Detects a connection over which nothing arrives. livekit-client needs 15 s and more, and no
// browser reports that a wireless link has died. ICE checks a live connection from both ends at
// least every 2.5 s.
const STALLED_MS = 3500;
const MAX_GAP_MS = 3000;

export type Flow = 'stalled' | 'flows';

/** `received` counts whatever arrived. Returns the new flow when it changed, otherwise null. */
export function createStallDetector(): (received: number, nowMs: number) => Flow | null {
  let before: number | null = null;
  let changedMs = 0;
  let lastMs = 0;
  let flow: Flow = 'flows';
  return (received, nowMs) => {
    // A page that slept missed the changes in between.
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
