// What becomes of the guest's own devices during the meeting: unplugged, taken by a phone call, given back.
import { RoomEvent, Track, TrackEvent } from 'livekit-client';
import type { LocalTrack, LocalTrackPublication, Room } from 'livekit-client';
import type { DeviceKind } from './device-error.ts';

export type LocalTrackChange =
  { kind: 'changed' | 'gone'; device: DeviceKind } | { kind: 'interrupted' };

const SETTLED_MS = 4000;

/** livekit-client tries another device by itself when one ends: this says how that went. Returns a function that stops it. */
export function watchLocalTracks(room: Room, tell: (news: LocalTrackChange) => void): () => void {
  let interrupted = false;
  // A connection made anew publishes the same tracks once more.
  const watched = new WeakSet<LocalTrack>();
  const published = ({ track }: LocalTrackPublication) => {
    const device = track === undefined ? null : deviceOf(track.source);
    if (track === undefined || device === null || watched.has(track)) return;
    watched.add(track);
    track.on(TrackEvent.Ended, () => {
      if (track.isMuted) return;
      if (document.visibilityState === 'visible') void reportReplacement(track, device, tell);
      else if (device === 'microphone') interrupted = true;
    });
  };
  const returned = () => {
    if (document.visibilityState !== 'visible') return;
    void recoverMicrophone(room, interrupted, tell);
    interrupted = false;
    void resumePlayback(room);
  };
  room.on(RoomEvent.LocalTrackPublished, published);
  document.addEventListener('visibilitychange', returned);
  return () => document.removeEventListener('visibilitychange', returned);
}

async function reportReplacement(
  track: LocalTrack,
  device: DeviceKind,
  tell: (news: LocalTrackChange) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'changed' | 'gone'>();
  const changed = () => resolve('changed');
  const gone = () => resolve('gone');
  track.once(TrackEvent.Restarted, changed).once(TrackEvent.Muted, gone);
  const timer = setTimeout(
    () => resolve(track.mediaStreamTrack.readyState === 'live' ? 'changed' : 'gone'),
    SETTLED_MS,
  );
  const kind = await promise;
  clearTimeout(timer);
  track.off(TrackEvent.Restarted, changed).off(TrackEvent.Muted, gone);
  tell({ kind, device });
}

/**
 * After a lock, an app switch or a call a phone may leave a dead microphone behind, or have given it up while nobody
 * looked (`interrupted`): it comes back muted, never open by itself.
 */
async function recoverMicrophone(
  room: Room,
  interrupted: boolean,
  tell: (news: LocalTrackChange) => void,
): Promise<void> {
  const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
  if (track === undefined) return;
  const { readyState, muted } = track.mediaStreamTrack;
  if (!interrupted && (track.isMuted || (readyState === 'live' && !muted))) return;
  await room.localParticipant.setMicrophoneEnabled(false);
  tell({ kind: 'interrupted' });
}

/** A phone pauses what it plays during a call and does not always go on. */
async function resumePlayback(room: Room): Promise<void> {
  const tracks = [...room.remoteParticipants.values()].flatMap((person) => [
    ...person.audioTrackPublications.values(),
  ]);
  const paused = tracks.some(({ track }) =>
    track?.attachedElements.some((element) => element.paused),
  );
  if (paused) await room.startAudio().catch(() => undefined);
}

function deviceOf(source: Track.Source): DeviceKind | null {
  if (source === Track.Source.Microphone) return 'microphone';
  return source === Track.Source.Camera ? 'camera' : null;
}
