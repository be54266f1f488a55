export type Path = { way: 'udp' | 'tcp' | 'relay'; roundTripMs: number };

/** The WebRTC statistics that are read here (W3C, webrtc-stats). */
export type Stat = {
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
