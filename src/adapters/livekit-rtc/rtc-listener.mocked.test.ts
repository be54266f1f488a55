import type { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { rtcListener } from './rtc-listener.ts';

const played = vi.hoisted(() => ({
  room: null as EventEmitter | null,
  /** One for each stream of sound, in order. */
  streams: [] as (() => AsyncGenerator<{ data: Int16Array }>)[],
}));

vi.mock('@livekit/rtc-node', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Room extends Emitter {
    readonly remoteParticipants = new Map();
    constructor() {
      super();
      played.room = this;
    }
    async connect() {}
    async disconnect() {}
  }
  const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
  return {
    Room,
    RoomEvent: named(
      'Disconnected',
      'TrackPublished',
      'TrackUnpublished',
      'TrackSubscribed',
      'TrackUnsubscribed',
    ),
    TrackKind: named('KIND_AUDIO'),
    TrackSource: named('SOURCE_MICROPHONE', 'SOURCE_SCREENSHARE_AUDIO'),
    AudioStream: class {
      [Symbol.asyncIterator]() {
        return played.streams.shift()?.();
      }
    },
  };
});

const track = { kind: 'KIND_AUDIO' };
const ana = { identity: 'pt_ana' };

test('a track whose sound fails ends, and is subscribed to again at the next review', async () => {
  played.streams = [
    async function* () {
      yield { data: new Int16Array(160) };
      throw new Error('the decoder failed');
    },
  ];
  const ended = Promise.withResolvers<void>();
  const sink = { write: vi.fn(), writeSilence: () => {}, end: () => ended.resolve() };
  await rtcListener('ws://media.test').join(
    'token',
    () => sink,
    () => true,
  );
  const publication = { sid: 'TR_1', muted: false, setSubscribed: vi.fn() };
  played.room?.emit('TrackSubscribed', track, publication, ana);
  await ended.promise;
  expect(sink.write).toHaveBeenCalledOnce();
  expect(publication.setSubscribed).toHaveBeenCalledExactlyOnceWith(false);
});

test('a person who agrees again is heard, even if the end of their earlier sound is noticed late', async () => {
  const before = Promise.withResolvers<void>();
  const after = Promise.withResolvers<void>();
  const earlierIsRead = Promise.withResolvers<void>();
  played.streams = [
    async function* () {
      try {
        await before.promise;
        yield { data: new Int16Array(160) };
      } finally {
        earlierIsRead.resolve();
      }
    },
    async function* () {
      await after.promise;
      yield { data: new Int16Array(160) };
      await new Promise(() => {});
    },
  ];
  const sinks = [1, 2].map(() => {
    const written = Promise.withResolvers<void>();
    return {
      written: written.promise,
      write: () => written.resolve(),
      writeSilence() {},
      end: vi.fn(),
    };
  });
  const [earlier, later] = sinks;
  await rtcListener('ws://media.test').join(
    'token',
    () => sinks.shift() ?? null,
    () => true,
  );
  const publication = { sid: 'TR_1', muted: false, setSubscribed: vi.fn() };
  played.room?.emit('TrackSubscribed', track, publication, ana);
  played.room?.emit('TrackUnsubscribed', track, publication, ana);
  expect(earlier?.end).toHaveBeenCalledOnce();
  played.room?.emit('TrackSubscribed', track, publication, ana);
  before.resolve();
  await earlierIsRead.promise;
  await new Promise((resolve) => setImmediate(resolve));
  after.resolve();
  await later?.written;
  expect(later?.end).not.toHaveBeenCalled();
});
