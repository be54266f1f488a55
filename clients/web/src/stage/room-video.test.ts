import { EventEmitter } from 'node:events';
import { type Room, RoomEvent, Track } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { videoKey } from '../people/person.ts';
import { RoomVideo } from './room-video.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A room in which Ben shows a camera and a screen. */
function roomWithBen() {
  const camera = { setSubscribed: vi.fn(), track: { attach: vi.fn(), detach: vi.fn() } };
  const screen = { setSubscribed: vi.fn() };
  const publications = new Map<Track.Source, object>([
    [Track.Source.Camera, camera],
    [Track.Source.ScreenShare, screen],
  ]);
  const ben = {
    identity: 'pt_ben',
    getTrackPublication: (source: Track.Source) => publications.get(source),
  };
  const remoteParticipants = new Map([[ben.identity, ben]]);
  const room = Object.assign(new EventEmitter(), {
    remoteParticipants,
    getParticipantByIdentity: (ref: string) => remoteParticipants.get(ref),
  });
  const over = new AbortController();
  const pictures = new RoomVideo(room as unknown as Room, over.signal);
  return { pictures, room, ben, camera, screen, over };
}

test('only videos on the stage are received', () => {
  const { pictures, camera, screen } = roomWithBen();
  pictures.receiveOnly(new Set([videoKey('pt_ben', 'screen')]));
  expect([camera.setSubscribed.mock.calls, screen.setSubscribed.mock.calls]).toEqual([
    [[false]],
    [[true]],
  ]);
});

test('a video published later is decided on after the stage had time to show it, and not after the end', () => {
  const { pictures, room, ben, camera, over } = roomWithBen();
  pictures.receiveOnly(new Set());
  room.emit(RoomEvent.TrackPublished, {}, ben);
  pictures.receiveOnly(new Set([videoKey('pt_ben', 'camera')]));
  camera.setSubscribed.mockClear();
  vi.advanceTimersByTime(10_000);
  expect(camera.setSubscribed.mock.calls).toEqual([[true]]);
  room.emit(RoomEvent.TrackPublished, {}, ben);
  over.abort();
  vi.advanceTimersByTime(10_000);
  expect(camera.setSubscribed).toHaveBeenCalledTimes(1);
});

test('a video is attached to its element until detached; a missing video or person is no error', () => {
  const { pictures, camera } = roomWithBen();
  const element = {} as HTMLVideoElement;
  const stop = pictures.attach('pt_ben', 'camera', element);
  expect(camera.track.attach).toHaveBeenCalledWith(element);
  stop();
  expect(camera.track.detach).toHaveBeenCalledWith(element);
  pictures.attach('pt_ben', 'screen', element)();
  pictures.attach('pt_nobody', 'camera', element)();
});
