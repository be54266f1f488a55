import type { PreviewDevice, PreviewState } from '../devices/device-preview.ts';
import { type Way, WAYS, type Ways } from './ways.ts';

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
