/** The service, and the ways in which sound and video may reach the media server. */
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

/** `waiting`: not known yet. `slow`: it works, but sound may break up. */
export type Verdict = 'waiting' | 'good' | 'slow' | 'no_service' | 'no_media';

export function verdictOf({ service, udp, tcp, relay }: Ways): Verdict {
  if (service.state === 'blocked') return 'no_service';
  if (udp.state === 'works') return 'good';
  if (tcp.state === 'works' || relay.state === 'works') return 'slow';
  return [udp, tcp, relay].some(({ state }) => state === 'waiting') ? 'waiting' : 'no_media';
}
