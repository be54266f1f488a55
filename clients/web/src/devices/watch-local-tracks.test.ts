import { EventEmitter } from 'node:events';
import { type LocalTrack, type Room, RoomEvent, Track, TrackEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LocalTrackChange, watchLocalTracks } from './watch-local-tracks.ts';

beforeEach(() =>
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' })),
);
afterEach(() => vi.unstubAllGlobals());

/** A microphone that is published, and what is said of it. */
function microphone() {
  const news: LocalTrackChange[] = [];
  const room = new EventEmitter();
  const track = Object.assign(new EventEmitter(), {
    source: Track.Source.Microphone,
    isMuted: false,
    mediaStreamTrack: { readyState: 'ended' },
  });
  watchLocalTracks(room as unknown as Room, new AbortController().signal, (one) => news.push(one));
  const publish = () =>
    room.emit(RoomEvent.LocalTrackPublished, { track: track as unknown as LocalTrack });
  publish();
  return { news, track, publish };
}

test.each([
  [TrackEvent.Restarted, 'changed'],
  [TrackEvent.Muted, 'gone'],
])(
  'a microphone that ends is reported once, also after a reconnect published it again: %s',
  async (event, kind) => {
    const { news, track, publish } = microphone();
    publish();
    track.emit(TrackEvent.Ended);
    track.emit(event);
    await vi.waitFor(() => expect(news).toEqual([{ kind, device: 'microphone' }]), {
      timeout: 15_000,
    });
    // The one that is left waits for a host who mutes.
    expect(
      [TrackEvent.Restarted, TrackEvent.Muted].map((name) => track.listenerCount(name)),
    ).toEqual([0, 1]);
  },
);

test('a microphone that is muted while it works is reported as muted, not as unplugged', () => {
  const { news, track } = microphone();
  track.mediaStreamTrack.readyState = 'live';
  track.emit(TrackEvent.Muted);
  expect(news).toEqual([{ kind: 'muted', device: 'microphone' }]);
});
