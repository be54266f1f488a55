import type { Room } from 'livekit-client';
import { endsOf } from './measure-media.ts';

const CHECK_MS = 1000;

/** Reports when data stops or resumes arriving from the media server. */
export function watchMediaFlow(
  room: Room,
  closed: AbortSignal,
  onChange: (flow: Flow) => void,
): void {
  const detect = createStallDetector();
  const timer = setInterval(() => void check(), CHECK_MS);
  const check = async () => {
    const received = await receivedBy(room).catch(() => null);
    const flow = received === null ? null : detect(received, Date.now());
    if (flow !== null) onChange(flow);
  };
  closed.addEventListener('abort', () => clearInterval(timer));
}

/** ICE checks and bytes that arrived; null where the browser does not count them. */
async function receivedBy(room: Room): Promise<number | null> {
  const { senders, receivers } = endsOf(room);
  const stats = await [...senders, ...receivers][0]?.getStats();
  if (stats === undefined) return null;
  let received: number | null = null;
  for (const stat of stats.values() as Iterable<RTCIceCandidatePairStats>) {
    if (stat.type !== 'candidate-pair' || stat.responsesReceived === undefined) continue;
    received =
      (received ?? 0) +
      stat.responsesReceived +
      (stat.requestsReceived ?? 0) +
      (stat.bytesReceived ?? 0);
  }
  return received;
}

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
