import { EventEmitter } from 'node:events';
import {
  ConnectionState,
  type LocalTrack,
  type Room,
  RoomEvent,
  Track,
  TrackEvent,
} from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LocalTrackChange, watchLocalTracks } from './watch-local-tracks.ts';

beforeEach(() =>
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' })),
);
afterEach(() => vi.unstubAllGlobals());

/** A track that is published, and what is said of it. livekit-client stops a camera before it is muted. */
function published(source: Track.Source) {
  const news: LocalTrackChange[] = [];
  const state: { state: ConnectionState } = { state: ConnectionState.Connected };
  const room = Object.assign(new EventEmitter(), state);
  const track = Object.assign(new EventEmitter(), {
    source,
    isMuted: false,
    mediaStreamTrack: { readyState: 'ended' },
  });
  watchLocalTracks(room as unknown as Room, new AbortController().signal, (one) => news.push(one));
  const emit = (event: RoomEvent) => room.emit(event, { track: track as unknown as LocalTrack });
  const publish = () => emit(RoomEvent.LocalTrackPublished);
  publish();
  return { news, room, track, publish, unpublish: () => emit(RoomEvent.LocalTrackUnpublished) };
}

test.each([
  [TrackEvent.Restarted, 'changed'],
  [TrackEvent.Muted, 'gone'],
])(
  'a microphone that ends is reported once, also after a reconnect published it again: %s',
  async (event, kind) => {
    const { news, track, publish } = published(Track.Source.Microphone);
    publish();
    track.emit(TrackEvent.Ended);
    track.emit(event);
    await vi.waitFor(() => expect(news).toEqual([{ kind, device: 'microphone' }]), {
      timeout: 15_000,
    });
    // Those that are left wait for the next end and for a host who mutes.
    expect(
      [TrackEvent.Restarted, TrackEvent.Muted].map((name) => track.listenerCount(name)),
    ).toEqual([1, 1]);
  },
);

test.each([
  [Track.Source.Microphone, 'microphone'],
  [Track.Source.Camera, 'camera'],
  [Track.Source.ScreenShare, 'screen'],
])('a %s that is muted while it works is reported as muted, not as unplugged', (source, device) => {
  const { news, track } = published(source);
  track.emit(TrackEvent.Muted);
  expect(news).toEqual([{ kind: 'muted', device }]);
});

test('a camera that was unplugged and replaced is muted by a host like any other', async () => {
  const { news, track } = published(Track.Source.Camera);
  track.emit(TrackEvent.Ended);
  track.emit(TrackEvent.Restarted);
  await expect.poll(() => news).toEqual([{ kind: 'changed', device: 'camera' }]);
  track.emit(TrackEvent.Muted);
  expect(news.slice(1)).toEqual([{ kind: 'muted', device: 'camera' }]);
});

test('a screen that the media server no longer takes is reported as muted', async () => {
  const { news, unpublish } = published(Track.Source.ScreenShare);
  unpublish();
  await expect.poll(() => news).toEqual([{ kind: 'muted', device: 'screen' }]);
});

test("a screen that the browser's own button or a lost connection ends is not reported as muted", async () => {
  const ended = published(Track.Source.ScreenShare);
  // livekit-client hears of the end first.
  ended.unpublish();
  ended.track.emit(TrackEvent.Ended);
  const lost = published(Track.Source.ScreenShare);
  lost.unpublish();
  lost.room.state = ConnectionState.Disconnected;
  await new Promise((resolve) => setImmediate(resolve));
  expect([...ended.news, ...lost.news]).toEqual([]);
});

test('a microphone that ends is reported in browsers of 2023, which lack Promise.withResolvers', async () => {
  const { news, track } = published(Track.Source.Microphone);
  const withResolvers = vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  track.emit(TrackEvent.Ended);
  track.emit(TrackEvent.Restarted);
  withResolvers.mockRestore();
  await expect.poll(() => news).toEqual([{ kind: 'changed', device: 'microphone' }]);
});
