/** Why a microphone or camera cannot be used, as far as the browser reveals it. */
export type DeviceError =
  | 'insecure_page'
  | 'old_browser'
  | 'denied'
  | 'denied_by_frame'
  | 'denied_by_system'
  | 'not_answered'
  | 'missing'
  | 'busy'
  | 'unknown';

export const DEVICE_KINDS = ['microphone', 'camera'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Why devices cannot be used at all: browsers hide them from pages without https. */
export function unsupportedReason(page: {
  isSecureContext: boolean;
  hasMediaDevices: boolean;
}): DeviceError | null {
  if (page.hasMediaDevices) return null;
  return page.isSecureContext ? 'old_browser' : 'insecure_page';
}

type FramedPage = { featurePolicy?: { allowsFeature(name: string): boolean } };

/** Whether the page around this one keeps a device from it (the frame's `allow`). Only some browsers reveal it. */
export function isDeniedByFrame(kind: DeviceKind): boolean {
  const page = (globalThis.document ?? {}) as FramedPage;
  return page.featurePolicy?.allowsFeature(kind) === false;
}

/** Maps what `getUserMedia` threw (names of Media Capture and Streams, and of older browsers). */
export function deviceErrorOf(thrown: unknown): DeviceError {
  const { name, message } = thrown instanceof Error ? thrown : { name: '', message: '' };
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
    case 'SecurityError':
      return refusalOf(message);
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy';
    default:
      return 'unknown';
  }
}

/** How livekit-client names what it throws without a connection. No error of `getUserMedia` has such a name. */
const NOT_PUBLISHED: ReadonlySet<string> = new Set([
  'PublishTrackError',
  'ConnectionError',
  'NegotiationError',
  'UnexpectedConnectionState',
  'Error',
]);

/**
 * Why the media server did not take it: a host has locked it, or the connection. Null when the device failed. The lobby
 * does not load livekit-client, which has the classes.
 */
export function publishErrorOf(thrown: unknown): 'locked' | 'connection' | null {
  if (!(thrown instanceof Error) || !NOT_PUBLISHED.has(thrown.name)) return null;
  return 'status' in thrown && thrown.status === 403 ? 'locked' : 'connection';
}

function refusalOf(message: string): DeviceError {
  if (/system/i.test(message)) return 'denied_by_system';
  if (/dismissed/i.test(message)) return 'not_answered';
  return 'denied';
}
