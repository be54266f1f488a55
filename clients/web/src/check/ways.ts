import type { PreviewDevice, PreviewState } from '../devices/device-preview.ts';

/** The service, and the ways in which sound and video may reach the media server. */
export const WAYS = ['service', 'udp', 'tcp', 'relay'] as const;
export type WayName = (typeof WAYS)[number];
export type Way =
  | { state: 'waiting' | 'blocked' | 'not_offered' | 'untested' }
  | { state: 'works'; roundTripMs?: number };
export type Ways = Record<WayName, Way>;

export const UNTRIED: Ways = {
  service: { state: 'waiting' },
  udp: { state: 'waiting' },
  tcp: { state: 'waiting' },
  relay: { state: 'waiting' },
};

/** `waiting`: not known yet. `slow`: it works, but sound may break up. `busy`: the service refused the check. */
export type Verdict = 'waiting' | 'good' | 'slow' | 'busy' | 'no_service' | 'no_media';

export function verdictOf({ service, udp, tcp, relay }: Ways): Verdict {
  if (service.state === 'blocked') return 'no_service';
  if (udp.state === 'works') return 'good';
  if (tcp.state === 'works' || relay.state === 'works') return 'slow';
  const states = [udp, tcp, relay].map(({ state }) => state);
  if (states.includes('waiting')) return 'waiting';
  return states.includes('untested') ? 'busy' : 'no_media';
}

/** At the end of a check nothing is tried any more. */
export function finished(ways: Ways): Ways {
  const left = WAYS.filter((name) => ways[name].state === 'waiting');
  return { ...ways, ...Object.fromEntries(left.map((name) => [name, { state: 'untested' }])) };
}

/** A report for support: in English, without device names, network addresses or anything about a meeting. */
export function reportOf(page: {
  at: Date;
  origin: string;
  browser: string;
  devices: PreviewState;
  ways: Ways;
}): string {
  const { microphone, camera } = page.devices;
  const picture = camera.track?.getSettings();
  const size = picture?.width ? ` ${picture.width}x${picture.height}` : '';
  return [
    `Parley check, ${page.at.toISOString()}`,
    `service: ${page.origin}`,
    `browser: ${page.browser}`,
    `microphone: ${stateOf(microphone)}`,
    `camera: ${stateOf(camera)}${size}`,
    ...WAYS.map((name) => `${name === 'service' ? 'signalling' : name}: ${wayIn(page.ways[name])}`),
  ].join('\n');
}

function stateOf({ status, error }: PreviewDevice): string {
  return error ?? status;
}

function wayIn(way: Way): string {
  if (way.state !== 'works') return way.state.replace('_', ' ');
  return way.roundTripMs === undefined ? 'works' : `works, ${way.roundTripMs} ms`;
}
