import { deviceErrorOf, isDeniedByFrame, unsupportedReason } from './device-error.ts';
import type { DeviceKind, DeviceError } from './device-error.ts';

export type Opened = { track: MediaStreamTrack } | { error: DeviceError };
type DeviceRequest = { kind: DeviceKind; deviceId: string | null };

/**
 * Opens the requested devices with one permission prompt. When they fail together, each is tried
 * alone, so that a missing camera does not cost the microphone. A guest who refused is not asked
 * again.
 */
export async function openDevices(
  requests: readonly DeviceRequest[],
): Promise<Map<DeviceKind, Opened>> {
  const hasMediaDevices = navigator.mediaDevices?.getUserMedia !== undefined;
  const early = unsupportedReason({ isSecureContext: globalThis.isSecureContext, hasMediaDevices });
  if (early !== null) return new Map(requests.map(({ kind }) => [kind, { error: early }]));
  const allowed = requests.filter(({ kind }) => !isDeniedByFrame(kind));
  if (allowed.length < requests.length) return openAllowed(requests, allowed);
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsFor(requests));
    return new Map(requests.map(({ kind }) => [kind, trackIn(stream, kind)]));
  } catch (thrown) {
    const error = deviceErrorOf(thrown);
    if (requests.length === 1) return openAlone(requests[0], error);
    const each = await Promise.all(
      requests.map((request) => openUnlessRefused(request, requests, error)),
    );
    return new Map(each.flatMap((opened) => [...opened]));
  }
}

async function openAllowed(
  requests: readonly DeviceRequest[],
  allowed: readonly DeviceRequest[],
): Promise<Map<DeviceKind, Opened>> {
  const opened = allowed.length === 0 ? [] : await openDevices(allowed);
  const denied = requests.map(({ kind }) => [kind, { error: 'denied_by_frame' }] as const);
  return new Map<DeviceKind, Opened>([...denied, ...opened]);
}

async function openUnlessRefused(
  request: DeviceRequest,
  together: readonly DeviceRequest[],
  error: DeviceError,
): Promise<Map<DeviceKind, Opened>> {
  const refused = error === 'denied' || error === 'not_answered';
  if (refused && !(await mayBeOpened(request, together)))
    return new Map([[request.kind, { error }]]);
  return openDevices([request]);
}

/** The guest allows it, or was not asked about it because another one is refused for good, by settings or a policy. */
async function mayBeOpened(
  request: DeviceRequest,
  together: readonly DeviceRequest[],
): Promise<boolean> {
  const others = together.filter((one) => one !== request);
  const [own, ...theirs] = await Promise.all(
    [request, ...others].map(({ kind }) => permissionOf(kind)),
  );
  return own === 'granted' || (own === 'prompt' && theirs.includes('denied'));
}

/** A chosen device that is gone is replaced by the default one. */
async function openAlone(
  request: DeviceRequest | undefined,
  error: DeviceError,
): Promise<Map<DeviceKind, Opened>> {
  if (request === undefined) return new Map();
  if (error === 'missing' && request.deviceId !== null)
    return openDevices([{ ...request, deviceId: null }]);
  return new Map([[request.kind, { error }]]);
}

function trackIn(stream: MediaStream, kind: DeviceKind): Opened {
  const track = kind === 'microphone' ? stream.getAudioTracks()[0] : stream.getVideoTracks()[0];
  return track === undefined ? { error: 'missing' } : { track };
}

/** Not every browser reports these two permissions; `prompt` then. */
export async function permissionOf(kind: DeviceKind): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: kind })).state;
  } catch {
    return 'prompt';
  }
}

function constraintsFor(requests: readonly DeviceRequest[]): MediaStreamConstraints {
  const constraints: MediaStreamConstraints = {};
  for (const { kind, deviceId } of requests) {
    if (kind === 'microphone') constraints.audio = microphoneConstraints(deviceId);
    else constraints.video = cameraConstraints(deviceId);
  }
  return constraints;
}

/**
 * How the browser processes a microphone, in the lobby and in the meeting (`docs/decisions/0015-noise-suppression.md`).
 * Voice isolation would remove other people who speak into the same device.
 */
export const MICROPHONE_PROCESSING = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  voiceIsolation: false,
};

export function microphoneConstraints(deviceId: string | null): MediaTrackConstraints {
  return { ...MICROPHONE_PROCESSING, ...exactly(deviceId) };
}

export function cameraConstraints(deviceId: string | null): MediaTrackConstraints {
  const front = deviceId === null ? { facingMode: 'user' } : {};
  return {
    width: { ideal: 1280 },
    height: { ideal: 720 },
    frameRate: { ideal: 30 },
    ...front,
    ...exactly(deviceId),
  };
}

function exactly(deviceId: string | null): MediaTrackConstraints {
  return deviceId === null ? {} : { deviceId: { exact: deviceId } };
}
