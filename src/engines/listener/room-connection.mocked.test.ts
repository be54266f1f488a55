import {
  ParticipantInfo,
  SessionDescription,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { RoomConnection } from './room-connection.ts';
import type { SignalListener } from './signalling/signal-client.ts';
import type { SubscriberListener } from './subscriber.ts';

const played = vi.hoisted(() => ({
  signal: null as SignalListener | null,
  subscriber: null as SubscriberListener | null,
  sent: [] as unknown[],
  decoder: Promise.withResolvers<{ free(): void }>(),
  isAsked: false,
}));

vi.mock('./signalling/signal-client.ts', () => ({
  SignalClient: class {
    constructor(_url: string, _token: string, listener: SignalListener) {
      played.signal = listener;
    }
    async join() {
      const tracks = [
        new TrackInfo({ sid: 'TR_1', type: TrackType.AUDIO, source: TrackSource.MICROPHONE }),
      ];
      return {
        otherParticipants: [new ParticipantInfo({ sid: 'PA_1', identity: 'pt_ana', tracks })],
        iceServers: [],
      };
    }
    send({ case: what }: { case: string }) {
      played.sent.push(what);
    }
    close() {}
  },
}));
vi.mock('./subscriber.ts', () => ({
  openSubscriber: async (_: unknown, listener: SubscriberListener) => {
    played.subscriber = listener;
    return {
      answer: async () => ({ trackSids: ['TR_1'], sdp: '' }),
      addCandidate: async () => {},
      read: () => {},
      close: async () => {},
    };
  },
}));
vi.mock('libopus-wasm', () => ({
  createDecoder: () => {
    played.isAsked = true;
    return played.decoder.promise;
  },
}));

beforeEach(() => {
  Object.assign(played, {
    signal: null,
    subscriber: null,
    sent: [],
    decoder: Promise.withResolvers(),
    isAsked: false,
  });
});

/** A stay that is connected, was offered a track, and waits for the track's decoder. */
async function stayWaitingForDecoder(onTrack: () => null): Promise<RoomConnection> {
  const stay = new RoomConnection('ws://media.test', 'token', onTrack, () => true);
  const begun = stay.begin();
  await vi.waitFor(() => expect(played.subscriber).not.toBeNull(), { timeout: 15_000 });
  played.signal?.onMessage({ case: 'offer', value: new SessionDescription({ type: 'offer' }) });
  await vi.waitFor(() => expect(played.sent).toContain('answer'), { timeout: 15_000 });
  played.subscriber?.onConnected();
  await begun;
  await vi.waitFor(() => expect(played.isAsked).toBe(true), { timeout: 15_000 });
  return stay;
}

test('a connection that ends while its decoder is being created frees it and receives nobody', async () => {
  const onTrack = vi.fn(() => null);
  const stay = await stayWaitingForDecoder(onTrack);
  await stay.leave();
  const free = vi.fn();
  played.decoder.resolve({ free });
  await vi.waitFor(() => expect(free).toHaveBeenCalledOnce(), { timeout: 15_000 });
  expect(onTrack).not.toHaveBeenCalled();
});

test('a connection whose decoder cannot be created ends, so that the scribe reconnects', async () => {
  const stay = await stayWaitingForDecoder(() => null);
  const failedAt = Date.now();
  played.decoder.reject(new Error('no memory'));
  expect(await stay.over).toBeGreaterThanOrEqual(failedAt);
});
