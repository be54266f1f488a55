import type { Room } from 'livekit-client';

/** RTP packets of one stream since it began, including lost ones. */
export type StreamCounts = { packets: number; lost: number };

/** What one connection has sent and received so far, by stream. */
export type MediaCounts = {
  path: Path;
  jitterMs: number;
  sent: ReadonlyMap<string, StreamCounts>;
  received: ReadonlyMap<string, StreamCounts>;
};

/** The RTP statistics that are read here (W3C, webrtc-stats). */
type RtpStat = Stat & {
  kind?: string;
  localId?: string;
  packetsSent?: number;
  packetsReceived?: number;
  packetsLost?: number;
  /** In seconds. */
  jitter?: number;
};

/** Null while there is no path to the media server, or no statistics. */
export async function measureMedia(room: Room): Promise<MediaCounts | null> {
  const { senders, receivers } = endsOf(room);
  return countMedia(await statsOf(senders), await statsOf(receivers));
}

/** What sends this guest's tracks, and what receives those of the others. */
export function endsOf({ localParticipant, remoteParticipants }: Room) {
  const senders = [...localParticipant.trackPublications.values()].flatMap(
    ({ track }) => track?.sender ?? [],
  );
  const receivers = [...remoteParticipants.values()]
    .flatMap((person) => [...person.trackPublications.values()])
    .flatMap(({ track }) => track?.receiver ?? []);
  return { senders, receivers };
}

/** `own` are the statistics of what is sent, `others` of what arrives, on a separate connection. Pure. */
export function countMedia(
  own: readonly RtpStat[],
  others: readonly RtpStat[],
): MediaCounts | null {
  const path = pathIn(own) ?? pathIn(others);
  if (path === null) return null;
  const lostOf = new Map(
    own
      .filter(({ type }) => type === 'remote-inbound-rtp')
      .map(({ localId, packetsLost }) => [localId, lossOf(packetsLost)]),
  );
  const arriving = others.filter(({ type }) => type === 'inbound-rtp');
  const jitters = arriving.filter(({ kind }) => kind === 'audio').map(({ jitter = 0 }) => jitter);
  return {
    path,
    jitterMs: Math.round(Math.max(0, ...jitters) * 1000),
    sent: new Map(
      own
        .filter(({ type }) => type === 'outbound-rtp')
        .map(({ id, packetsSent = 0 }) => [
          id,
          { packets: packetsSent, lost: lostOf.get(id) ?? 0 },
        ]),
    ),
    received: new Map(
      arriving.map(({ id, packetsReceived = 0, packetsLost }) => {
        const lost = lossOf(packetsLost);
        return [id, { packets: packetsReceived + lost, lost }];
      }),
    ),
  };
}

/** Duplicate packets can make the count negative (RFC 3550). */
const lossOf = (packetsLost = 0): number => Math.max(0, packetsLost);

/** Both ends of one connection; shared entries appear once. */
async function statsOf(ends: readonly (RTCRtpSender | RTCRtpReceiver)[]): Promise<RtpStat[]> {
  const reports = await Promise.all(ends.map((end) => end.getStats()));
  const byId = new Map<string, RtpStat>();
  for (const report of reports)
    for (const [id, stat] of report as unknown as Map<string, RtpStat>) byId.set(id, stat);
  return [...byId.values()];
}

export type Path = { way: 'udp' | 'tcp' | 'relay'; roundTripMs: number };

/** The WebRTC statistics that are read here (W3C, webrtc-stats). */
type Stat = {
  id: string;
  type: string;
  selectedCandidatePairId?: string;
  localCandidateId?: string;
  state?: string;
  currentRoundTripTime?: number;
  protocol?: string;
  candidateType?: string;
  selected?: boolean;
};

/** The path in use; null while there is none. */
export function pathIn(stats: readonly Stat[]): Path | null {
  const byId = new Map(stats.map((stat) => [stat.id, stat]));
  const transport = stats.find(({ type }) => type === 'transport');
  // Firefox marks the pair itself.
  const pair =
    byId.get(transport?.selectedCandidatePairId ?? '') ?? stats.find(({ selected }) => selected);
  const local = byId.get(pair?.localCandidateId ?? '');
  if (pair?.state !== 'succeeded' || !local) return null;
  const direct = local.protocol === 'tcp' ? 'tcp' : 'udp';
  const roundTripMs = Math.round((pair.currentRoundTripTime ?? 0) * 1000);
  return { way: local.candidateType === 'relay' ? 'relay' : direct, roundTripMs };
}
