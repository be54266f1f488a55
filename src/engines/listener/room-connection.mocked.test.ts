import {
  ParticipantInfo,
  ParticipantUpdate,
  SessionDescription,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AudioSink } from '../../core/ports.ts';
import { RoomConnection } from './room-connection.ts';
import type { SignalListener } from './signalling/signal-client.ts';
import type { SubscriberListener } from './subscriber.ts';

const played = vi.hoisted(() => ({
  signal: null as SignalListener | null,
  subscriber: null as SubscriberListener | null,
  sent: [] as unknown[],
  offered: 'TR_1',
  decoder: Promise.withResolvers<{ free(): void; decode?(): Int16Array }>(),
  isAsked: false,
  /** Delivers the packets that have arrived. */
  read: () => {},
  /** Delivers what arrives in one piece with the answer to `join`. */
  atJoin: () => {},
  poll: () => {},
  isPolled: true,
}));

vi.mock('./poll-scheduler.ts', () => ({
  PollScheduler: class {
    constructor(poll: () => void) {
      played.poll = poll;
    }
    pollSoon() {}
    stop() {
      played.isPolled = false;
    }
  },
}));

vi.mock('./signalling/signal-client.ts', () => ({
  SignalClient: class {
    constructor(_url: string, _token: string, listener: SignalListener) {
      played.signal = listener;
    }
    async join() {
      played.atJoin();
      return { otherParticipants: [anaWith('TR_1')], iceServers: [] };
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
      answer: async () => ({ trackSids: [played.offered], sdp: '' }),
      addCandidate: async () => {},
      read: () => played.read(),
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
    offered: 'TR_1',
    decoder: Promise.withResolvers(),
    isAsked: false,
    read: () => {},
    atJoin: () => {},
    isPolled: true,
  });
});

function anaWith(sid: string, muted = false): ParticipantInfo {
  const source = TrackSource.MICROPHONE;
  const track = new TrackInfo({ sid, type: TrackType.AUDIO, source, muted });
  return new ParticipantInfo({ sid: 'PA_1', identity: 'pt_ana', tracks: [track] });
}

function update(person: ParticipantInfo): void {
  const value = new ParticipantUpdate({ participants: [person] });
  played.signal?.onMessage({ case: 'update', value });
}

function offer(sid: string): void {
  played.offered = sid;
  played.signal?.onMessage({ case: 'offer', value: new SessionDescription({ type: 'offer' }) });
}

/** A stay that is connected, was offered a track, and waits for the track's decoder. */
async function stayWaitingForDecoder(onTrack: () => AudioSink | null): Promise<RoomConnection> {
  const stay = new RoomConnection('ws://media.test', 'token', onTrack, () => true);
  const begun = stay.begin();
  await vi.waitFor(() => expect(played.subscriber).not.toBeNull(), { timeout: 15_000 });
  offer('TR_1');
  await vi.waitFor(() => expect(played.sent).toContain('answer'), { timeout: 15_000 });
  played.subscriber?.onConnected();
  await begun;
  await vi.waitFor(() => expect(played.isAsked).toBe(true), { timeout: 15_000 });
  return stay;
}

test('an offer and a new microphone that arrive together with the admission are not missed', async () => {
  played.atJoin = () => {
    update(anaWith('TR_2'));
    offer('TR_2');
  };
  const onTrack = vi.fn(() => null);
  const stay = new RoomConnection('ws://media.test', 'token', onTrack, () => true);
  const begun = stay.begin();
  await vi.waitFor(() => expect(played.sent).toContain('answer'), { timeout: 15_000 });
  played.subscriber?.onConnected();
  await begun;
  played.decoder.resolve({ free() {} });
  await vi.waitFor(() => expect(onTrack).toHaveBeenCalledOnce(), { timeout: 15_000 });
  expect(onTrack).toHaveBeenCalledWith(expect.objectContaining({ mediaTrackSid: 'TR_2' }));
  await stay.leave();
});

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

test.each<[string, (stay: RoomConnection) => unknown]>([
  ['the connection', (stay) => stay.leave()],
  ['their microphone', () => update(new ParticipantInfo({ sid: 'PA_1', identity: 'pt_ana' }))],
  ['their track in the next offer', () => offer('TR_2')],
])('the last packets of a person are received before the end of %s', async (_, end) => {
  const received: (number | 'end')[] = [];
  const sink = {
    write: (sound: Int16Array) => void received.push(sound[0] ?? 0),
    writeSilence: () => {},
    end: () => void received.push('end'),
  };
  const onTrack = vi.fn(() => sink);
  const stay = await stayWaitingForDecoder(onTrack);
  played.decoder.resolve({ decode: () => new Int16Array(320).fill(900), free() {} });
  await vi.waitFor(() => expect(onTrack).toHaveBeenCalledOnce(), { timeout: 15_000 });
  const block = { timestamp: 0, data: Uint8Array.of(1, 2, 3) };
  played.read = () => {
    played.read = () => {};
    played.subscriber?.onPacket('TR_1', 0, [block], performance.now());
  };
  await end(stay);
  await vi.waitFor(() => expect(received.at(-1)).toBe('end'), { timeout: 15_000 });
  expect(received).toEqual([900, 'end']);
  await stay.leave();
  expect(played.isPolled).toBe(false);
});

test.each([
  ['a packet', () => played.subscriber?.onPacket('TR_1', 0, [], performance.now())],
  ['a mute', () => update(anaWith('TR_1', true))],
])(
  'a connection tells once that it receives everyone, after %s of each person',
  async (_, come) => {
    const sink = { write: () => {}, writeSilence: () => {}, end: () => {} };
    const onTrack = vi.fn(() => sink);
    const stay = await stayWaitingForDecoder(onTrack);
    played.decoder.resolve({ free() {} });
    await vi.waitFor(() => expect(onTrack).toHaveBeenCalledOnce(), { timeout: 15_000 });
    const times = () => played.sent.filter((what) => what === 'updateMetadata').length;
    played.poll();
    expect(times()).toBe(0);
    come();
    played.poll();
    played.poll();
    expect(times()).toBe(1);
    await stay.leave();
  },
);

test('a person who publishes anew gets no more time for sound', async () => {
  const PACKET_MS = 120;
  let heardMs = 0;
  const sink = {
    write: (sound: Int16Array) => void (heardMs += sound.length / 16),
    writeSilence: () => {},
    end: () => {},
  };
  const onTrack = vi.fn(() => sink);
  const stay = await stayWaitingForDecoder(onTrack);
  played.decoder.resolve({ decode: () => new Int16Array(PACKET_MS * 16).fill(900), free() {} });
  await vi.waitFor(() => expect(onTrack).toHaveBeenCalledOnce(), { timeout: 15_000 });
  /** A minute of sound at once. */
  const flood = (sid: string): number => {
    const atMs = performance.now();
    for (let i = 0; i < 60_000 / PACKET_MS; i++) {
      const block = { timestamp: i * PACKET_MS * 48, data: Uint8Array.of(1, 2, 3) };
      played.subscriber?.onPacket(sid, i, [block], atMs);
    }
    return atMs;
  };
  const firstMs = flood('TR_1');
  // The clock's fractions of a millisecond decide whether one more packet fits.
  expect([30_000, 30_000 + PACKET_MS]).toContain(heardMs);
  update(anaWith('TR_2'));
  offer('TR_2');
  await vi.waitFor(() => expect(onTrack).toHaveBeenCalledTimes(2), { timeout: 15_000 });
  const passedMs = flood('TR_2') - firstMs;
  expect(heardMs).toBeLessThanOrEqual(30_000 + PACKET_MS + passedMs);
  await stay.leave();
});
