import { unsupportedReason, deviceErrorOf } from './device-error.ts';
import type { DeviceKind, DeviceError } from './device-error.ts';

export type Opened = { track: MediaStreamTrack } | { error: DeviceError };
export type DeviceRequest = { kind: DeviceKind; deviceId: string | null };

/**
 * Opens the wished devices with one question to the guest. When they fail together, each is tried alone, so that a
 * missing camera does not cost the microphone; only a guest who refused is not asked a second time.
 */
export async function openDevices(
  wishes: readonly DeviceRequest[],
): Promise<Map<DeviceKind, Opened>> {
  const hasMediaDevices = navigator.mediaDevices?.getUserMedia !== undefined;
  const early = unsupportedReason({ isSecureContext: globalThis.isSecureContext, hasMediaDevices });
  if (early !== null) return new Map(wishes.map(({ kind }) => [kind, { error: early }]));
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsFor(wishes));
    return new Map(wishes.map(({ kind }) => [kind, trackIn(stream, kind)]));
  } catch (thrown) {
    const error = deviceErrorOf(thrown);
    if (wishes.length === 1) return openAlone(wishes[0], error);
    const each = await Promise.all(wishes.map((wish) => openUnlessRefused(wish, error)));
    return new Map(each.flatMap((opened) => [...opened]));
  }
}

async function openUnlessRefused(
  wish: DeviceRequest,
  error: DeviceError,
): Promise<Map<DeviceKind, Opened>> {
  const refused = error === 'denied' || error === 'not_answered';
  if (refused && (await permissionOf(wish.kind)) !== 'granted')
    return new Map([[wish.kind, { error }]]);
  return openDevices([wish]);
}

/** A chosen device that has gone gives way to the default one. */
async function openAlone(
  wish: DeviceRequest | undefined,
  error: DeviceError,
): Promise<Map<DeviceKind, Opened>> {
  if (wish === undefined) return new Map();
  if (error === 'missing' && wish.deviceId !== null)
    return openDevices([{ ...wish, deviceId: null }]);
  return new Map([[wish.kind, { error }]]);
}

function trackIn(stream: MediaStream, kind: DeviceKind): Opened {
  const track = kind === 'microphone' ? stream.getAudioTracks()[0] : stream.getVideoTracks()[0];
  return track === undefined ? { error: 'missing' } : { track };
}

async function permissionOf(kind: DeviceKind): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: kind })).state;
  } catch {
    return 'prompt';
  }
}

function constraintsFor(wishes: readonly DeviceRequest[]): MediaStreamConstraints {
  const constraints: MediaStreamConstraints = {};
  for (const { kind, deviceId } of wishes) {
    if (kind === 'microphone') constraints.audio = microphoneConstraints(deviceId);
    else constraints.video = cameraConstraints(deviceId);
  }
  return constraints;
}

export function microphoneConstraints(deviceId: string | null): MediaTrackConstraints {
  return {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...exactly(deviceId),
  };
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
