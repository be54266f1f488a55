// Watches the guest's devices during the meeting: unplugged, taken by a phone call, given back.
import { ConnectionState, RoomEvent, Track, TrackEvent } from 'livekit-client';
import type { LocalTrack, LocalTrackPublication, Room } from 'livekit-client';
import type { DeviceKind } from './device-error.ts';

/** `muted`: by the guest or a host. A screen is also `muted` when it may no longer be shared. */
export type LocalTrackChange =
  | { kind: 'changed' | 'gone'; device: DeviceKind }
  | { kind: 'muted'; device: DeviceKind | 'screen' }
  | { kind: 'interrupted' };

const SETTLED_MS = 4000;

/** When a device ends, livekit-client tries another one: reports the outcome. */
export function watchLocalTracks(
  room: Room,
  closed: AbortSignal,
  onChange: (change: LocalTrackChange) => void,
): void {
  let interrupted = false;
  let recovering = false;
  // livekit-client publishes the same tracks again when it resumes a connection.
  const watched = new WeakSet<LocalTrack>();
  // livekit-client also mutes a device that ended without a replacement.
  const ended = new WeakSet<LocalTrack>();
  const onPublished = ({ track }: LocalTrackPublication) => {
    const device = track === undefined ? null : deviceOf(track.source);
    if (track === undefined || device === null || watched.has(track)) return;
    watched.add(track);
    track.on(TrackEvent.Restarted, () => ended.delete(track));
    track.on(TrackEvent.Muted, () => {
      const byThisPage = ended.has(track) || (recovering && device === 'microphone');
      if (!byThisPage) onChange({ kind: 'muted', device });
    });
    track.on(TrackEvent.Ended, () => {
      if (track.isMuted) return;
      ended.add(track);
      if (device === 'screen') return;
      if (document.visibilityState === 'visible') void reportReplacement(track, device, onChange);
      else if (device === 'microphone') interrupted = true;
    });
  };
  const onUnpublished = ({ track }: LocalTrackPublication) => {
    if (track?.source !== Track.Source.ScreenShare) return;
    // livekit-client unpublishes before it says that the screen ended or the connection is lost.
    queueMicrotask(() => {
      if (room.state === ConnectionState.Connected && !ended.has(track))
        onChange({ kind: 'muted', device: 'screen' });
    });
  };
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    recovering = true;
    void recoverMicrophone(room, interrupted, onChange).finally(() => (recovering = false));
    interrupted = false;
    void resumePlayback(room);
  };
  room.on(RoomEvent.LocalTrackPublished, onPublished);
  room.on(RoomEvent.LocalTrackUnpublished, onUnpublished);
  document.addEventListener('visibilitychange', onVisible, { signal: closed });
}

async function reportReplacement(
  track: LocalTrack,
  device: DeviceKind,
  onChange: (change: LocalTrackChange) => void,
): Promise<void> {
  const kind = await new Promise<'changed' | 'gone'>((resolve) => {
    const settle = (outcome: 'changed' | 'gone') => {
      clearTimeout(timer);
      track.off(TrackEvent.Restarted, changed).off(TrackEvent.Muted, gone);
      resolve(outcome);
    };
    const changed = () => settle('changed');
    const gone = () => settle('gone');
    const timer = setTimeout(
      () => settle(track.mediaStreamTrack.readyState === 'live' ? 'changed' : 'gone'),
      SETTLED_MS,
    );
    track.once(TrackEvent.Restarted, changed).once(TrackEvent.Muted, gone);
  });
  onChange({ kind, device });
}

/**
 * After a screen lock, an app switch or a call, a phone may leave a dead microphone behind, or one
 * that was `interrupted` while the page was hidden. The microphone comes back muted: only the guest
 * opens it.
 */
async function recoverMicrophone(
  room: Room,
  interrupted: boolean,
  onChange: (change: LocalTrackChange) => void,
): Promise<void> {
  const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
  if (track === undefined) return;
  const { readyState, muted } = track.mediaStreamTrack;
  if (!interrupted && (track.isMuted || (readyState === 'live' && !muted))) return;
  await room.localParticipant.setMicrophoneEnabled(false);
  onChange({ kind: 'interrupted' });
}

/** Phones pause playback during a call and do not always resume it. */
async function resumePlayback(room: Room): Promise<void> {
  const tracks = [...room.remoteParticipants.values()].flatMap((person) => [
    ...person.audioTrackPublications.values(),
  ]);
  const paused = tracks.some(({ track }) =>
    track?.attachedElements.some((element) => element.paused),
  );
  if (paused) await room.startAudio().catch(() => undefined);
}

function deviceOf(source: Track.Source): DeviceKind | 'screen' | null {
  if (source === Track.Source.Microphone) return 'microphone';
  if (source === Track.Source.Camera) return 'camera';
  return source === Track.Source.ScreenShare ? 'screen' : null;
}
