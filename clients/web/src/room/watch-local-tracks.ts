// What becomes of the guest's own devices during the meeting: unplugged, taken by a phone call, given back.
import { RoomEvent, Track, TrackEvent } from 'livekit-client';
import type { LocalTrack, LocalTrackPublication, Room } from 'livekit-client';
import type { DeviceKind } from './device-trouble.ts';

export type LocalTrackNews = { kind: 'changed' | 'gone'; device: DeviceKind } | { kind: 'interrupted' };

const SETTLED_MS = 4000;

/** livekit-client tries another device by itself when one ends: this says how that went. Answers how to stop. */
export function watchLocalTracks(room: Room, tell: (news: LocalTrackNews) => void): () => void {
  const published = ({ track }: LocalTrackPublication) => {
    const device = track === undefined ? null : deviceOf(track.source);
    if (track === undefined || device === null) return;
    track.on(TrackEvent.Ended, () => {
      if (!track.isMuted && document.visibilityState === 'visible') void sayHowItWent(track, device, tell);
    });
  };
  const returned = () => {
    if (document.visibilityState === 'visible') void takeBackMicrophone(room, tell);
  };
  room.on(RoomEvent.LocalTrackPublished, published);
  document.addEventListener('visibilitychange', returned);
  return () => document.removeEventListener('visibilitychange', returned);
}

async function sayHowItWent(track: LocalTrack, device: DeviceKind, tell: (news: LocalTrackNews) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'changed' | 'gone'>();
  const changed = () => resolve('changed');
  const gone = () => resolve('gone');
  track.once(TrackEvent.Restarted, changed).once(TrackEvent.Muted, gone);
  const timer = setTimeout(() => resolve(track.mediaStreamTrack.readyState === 'live' ? 'changed' : 'gone'), SETTLED_MS);
  const kind = await promise;
  clearTimeout(timer);
  track.off(TrackEvent.Restarted, changed).off(TrackEvent.Muted, gone);
  tell({ kind, device });
}

/** After a lock, an app switch or a call a phone may leave a dead microphone behind: it comes back muted, never open by itself. */
async function takeBackMicrophone(room: Room, tell: (news: LocalTrackNews) => void): Promise<void> {
  const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
  if (track === undefined || track.isMuted) return;
  const { readyState, muted } = track.mediaStreamTrack;
  if (readyState === 'live' && !muted) return;
  await room.localParticipant.setMicrophoneEnabled(false);
  tell({ kind: 'interrupted' });
}

function deviceOf(source: Track.Source): DeviceKind | null {
  if (source === Track.Source.Microphone) return 'microphone';
  return source === Track.Source.Camera ? 'camera' : null;
}
