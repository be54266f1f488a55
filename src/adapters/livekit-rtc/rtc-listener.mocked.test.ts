import type { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { rtcListener } from './rtc-listener.ts';

const played = vi.hoisted(() => ({ room: null as EventEmitter | null }));

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
      async *[Symbol.asyncIterator]() {
        yield { data: new Int16Array(160) };
        throw new Error('the decoder failed');
      }
    },
  };
});

test('a track whose sound fails ends, and is subscribed to again at the next review', async () => {
  const ended = Promise.withResolvers<void>();
  const sink = { write: vi.fn(), writeSilence: () => {}, end: () => ended.resolve() };
  await rtcListener('ws://media.test').join(
    'token',
    () => sink,
    () => true,
  );
  const publication = { sid: 'TR_1', muted: false, setSubscribed: vi.fn() };
  const track = { kind: 'KIND_AUDIO' };
  played.room?.emit('TrackSubscribed', track, publication, { identity: 'pt_ana' });
  await ended.promise;
  expect(sink.write).toHaveBeenCalledOnce();
  expect(publication.setSubscribed).toHaveBeenCalledExactlyOnceWith(false);
});
