import type { Room } from 'livekit-client';
import { createStallDetector } from './stall-detector.ts';
import type { Flow } from './stall-detector.ts';

const CHECK_MS = 1000;

/**
 * Reports when data stops or resumes arriving from the media server. Returns a function that stops
 * it.
 */
export function watchMediaFlow(room: Room, onChange: (flow: Flow) => void): () => void {
  const detect = createStallDetector();
  const timer = setInterval(() => void check(), CHECK_MS);
  const check = async () => {
    const received = await receivedBy(room).catch(() => null);
    const flow = received === null ? null : detect(received, Date.now());
    if (flow !== null) onChange(flow);
  };
  return () => clearInterval(timer);
}

/** ICE checks and bytes that arrived; null where the browser does not count them. */
async function receivedBy({ localParticipant, remoteParticipants }: Room): Promise<number | null> {
  const own = [...localParticipant.trackPublications.values()].map(({ track }) => track?.sender);
  const others = [...remoteParticipants.values()]
    .flatMap((person) => [...person.trackPublications.values()])
    .map(({ track }) => track?.receiver);
  const stats = await [...own, ...others].find((end) => end !== undefined)?.getStats();
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
