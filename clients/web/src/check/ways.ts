/** How sound and pictures may get to the media server, and the service before them. */
export const WAYS = ['service', 'udp', 'tcp', 'relay'] as const;
export type WayName = (typeof WAYS)[number];
export type Way =
  { state: 'waiting' | 'blocked' | 'not_offered' } | { state: 'works'; roundTripMs?: number };
export type Ways = Record<WayName, Way>;

export const UNTRIED: Ways = {
  service: { state: 'waiting' },
  udp: { state: 'waiting' },
  tcp: { state: 'waiting' },
  relay: { state: 'waiting' },
};

/** `waiting`: not known yet. `slow`: it works, and sound may break up. */
export type Verdict = 'waiting' | 'good' | 'slow' | 'no_service' | 'no_media';

export function verdictOf({ service, udp, tcp, relay }: Ways): Verdict {
  if (service.state === 'blocked') return 'no_service';
  if (udp.state === 'works') return 'good';
  if (tcp.state === 'works' || relay.state === 'works') return 'slow';
  return [udp, tcp, relay].some(({ state }) => state === 'waiting') ? 'waiting' : 'no_media';
}

export type Path = { way: 'udp' | 'tcp' | 'relay'; roundTripMs: number };

/** The members of WebRTC's statistics that are read here (W3C, webrtc-stats). */
type Stat = {
  id: string;
  type: string;
  selectedCandidatePairId?: string;
  localCandidateId?: string;
  state?: string;
  currentRoundTripTime?: number;
  protocol?: string;
  candidateType?: string;
};

/** The path that is in use; null while there is none. */
export function pathIn(stats: readonly Stat[]): Path | null {
  const byId = new Map(stats.map((stat) => [stat.id, stat]));
  const transport = stats.find(({ type }) => type === 'transport');
  const pair = byId.get(transport?.selectedCandidatePairId ?? '');
  const local = byId.get(pair?.localCandidateId ?? '');
  if (pair?.state !== 'succeeded' || !local) return null;
  const direct = local.protocol === 'tcp' ? 'tcp' : 'udp';
  const roundTripMs = Math.round((pair.currentRoundTripTime ?? 0) * 1000);
  return { way: local.candidateType === 'relay' ? 'relay' : direct, roundTripMs };
}
