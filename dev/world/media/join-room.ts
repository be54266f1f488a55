import {
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoSource,
} from '@livekit/rtc-node';
import { vi } from 'vitest';
import { withTimeout } from '../../../src/core/timing.ts';

/** LiveKit does not always report that it refused a track. One that it should take may take long on a busy machine. */
const REFUSED_WITHIN_MS = 1_000;
const TAKEN_WITHIN_MS = 15_000;

/** Joins a room as a client of its own. */
export async function joinRoom(url: string, token: string): Promise<Room> {
  const room = new Room();
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  return room;
}

const SOURCES = {
  unnamed: TrackSource.SOURCE_UNKNOWN,
  microphone: TrackSource.SOURCE_MICROPHONE,
  camera: TrackSource.SOURCE_CAMERA,
  screen: TrackSource.SOURCE_SCREENSHARE_AUDIO,
};

/** Publishes another audio track, labeled as a microphone or as something else. */
export async function publishMicrophone(
  room: Room,
  calledA: keyof typeof SOURCES = 'microphone',
): Promise<void> {
  const track = LocalAudioTrack.createAudioTrack('microphone', new AudioSource(48_000, 1));
  const options = new TrackPublishOptions();
  options.source = SOURCES[calledA];
  await room.localParticipant?.publishTrack(track, options);
}

/**
 * Whether the media server accepts a track from this source. The track is unpublished at once. `expected`: what it
 * should do, which decides how long its answer is waited for.
 */
export async function publishes(
  room: Room,
  source: keyof typeof SOURCES,
  expected: boolean,
): Promise<boolean> {
  const track =
    source === 'camera'
      ? LocalVideoTrack.createVideoTrack(source, new VideoSource(64, 64))
      : LocalAudioTrack.createAudioTrack(source, new AudioSource(48_000, 1));
  const options = new TrackPublishOptions();
  options.source = SOURCES[source];
  try {
    const publication = await withTimeout(
      room.localParticipant?.publishTrack(track, options) ?? Promise.reject(new Error('no room')),
      expected ? TAKEN_WITHIN_MS : REFUSED_WITHIN_MS,
      'the track was not taken',
    );
    await room.localParticipant?.unpublishTrack(publication.sid ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * Resolves when messages reach the client: the media server drops those from before its data channel is open. `send`
 * sends one with the topic `ready`; more of these may arrive later.
 */
export async function whenReached(room: Room, send: () => Promise<void>): Promise<void> {
  let isReached = false;
  room.on(RoomEvent.DataReceived, (_, __, ___, topic) => {
    isReached ||= topic === 'ready';
  });
  await vi.waitFor(async () => {
    await send();
    if (!isReached) throw new Error('no message has arrived');
  }, 15_000);
}
