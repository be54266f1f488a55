import { PublishTrackError } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MediaRoomEvents } from './media-room.ts';
import { LocalDevices } from '../devices/local-devices.ts';
import { DevicePreview } from '../devices/device-preview.ts';
import { MeetingConnection } from './meeting-connection.ts';
import { createStore } from '../page/store.ts';
import { writeGuestMessage } from '../room-messages/guest-message.ts';
import { RoomMessages } from '../room-messages/room-messages.ts';
import { INITIAL_STATE, reduceSession } from '../session/session-state.ts';
import type { SessionEvent } from '../session/session-types.ts';
import { scriptedAdmission, scriptService, TOKEN_MS } from '../../../../dev/world/guest-page.ts';

const played = vi.hoisted(() => ({
  events: null as MediaRoomEvents | null,
  tokens: [] as string[],
  /** How the next connections go, and the devices that are turned on in them. */
  connecting: async () => {},
  turning: async (_kind: string) => {},
  isConnected: true,
  closed: 0,
}));

vi.mock('./media-room.ts', () => ({
  MediaRoom: class {
    constructor(events: MediaRoomEvents) {
      played.events = events;
    }
    async connect(token: string) {
      played.tokens.push(token);
      await played.connecting();
    }
    close = async () => void (played.closed += 1);
    async send() {}
    async measure() {
      return null;
    }
    devices = {
      turn: (kind: string) => played.turning(kind),
      get isConnected() {
        return played.isConnected;
      },
    };
  },
}));

/** Null is no network. */
let answer: (() => Promise<Response>) | null;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  played.tokens = [];
  played.closed = 0;
  played.connecting = async () => {};
  played.turning = async () => {};
  answer = async () => Response.json(admission());
  asked = scriptService(() => answer?.() ?? null);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const admission = () => scriptedAdmission(asked.length);
const renewals = () => asked.filter((verb) => verb === 'renew').length;

/** A guest who has joined; `dispatched` is what was said since. */
async function joined() {
  const store = createStore(
    reduceSession(INITIAL_STATE, {
      kind: 'joined',
      transcribed: false,
      chat: true,
      atMs: Date.now(),
    }),
  );
  const dispatched: SessionEvent[] = [];
  const tell = (event: SessionEvent) => {
    dispatched.push(event);
    store.set(reduceSession(store.get(), event));
  };
  const preview = new DevicePreview();
  const devices = new LocalDevices(() => connection.room?.devices ?? null, preview, tell);
  const isJoined = () => store.get().phase === 'joined';
  const roomMessages = new RoomMessages(() => {});
  const connection: MeetingConnection = new MeetingConnection(admission(), {
    devices,
    roomMessages,
    isJoined,
    dispatch: tell,
    finish: tell,
  });
  expect(await connection.connect()).toBe(true);
  return { connection, devices, dispatched, preview, roomMessages, state: () => store.get() };
}

async function disturb(...connections: ('reconnecting' | 'connected' | number)[]): Promise<void> {
  for (const next of connections) {
    if (typeof next === 'number') await vi.advanceTimersByTimeAsync(next);
    else played.events?.onConnection(next);
  }
}

test('a guest who could not connect, left while connecting, or leaves keeps no connection', async () => {
  const { connection } = await joined();
  const connecting = Promise.withResolvers<void>();
  played.connecting = () => Promise.reject(new Error('no media server'));
  played.events?.onDisconnected('lost');
  await vi.advanceTimersByTimeAsync(0);
  played.connecting = () => connecting.promise;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([played.tokens.length, played.closed]).toEqual([3, 2]);
  connection.end();
  connecting.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(played.closed).toBe(3);
  (await joined()).connection.end();
  expect(played.closed).toBe(4);
});

test('a token is renewed before it expires until the meeting ends', async () => {
  const { connection } = await joined();
  await vi.advanceTimersByTimeAsync(TOKEN_MS);
  expect(renewals()).toBeGreaterThanOrEqual(1);
  await vi.advanceTimersByTimeAsync(TOKEN_MS);
  expect(renewals()).toBeGreaterThanOrEqual(2);
  connection.end();
  const before = renewals();
  await vi.advanceTimersByTimeAsync(TOKEN_MS * 2);
  expect(renewals()).toBe(before);
});

test('a renewal that fails without a network is retried', async () => {
  await joined();
  answer = null;
  await disturb('reconnecting', TOKEN_MS);
  answer = async () => Response.json(admission());
  await disturb('connected');
  const before = renewals();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(renewals()).toBe(before + 1);
});

test('the page reconnects as soon as the service has created a lost media room again', async () => {
  const { state } = await joined();
  await disturb('reconnecting', 10_000);
  expect(state().phase).toBe('joined');
  expect(new Set(played.tokens).size).toBe(2);
});

test('each lost connection gets the full time to reconnect', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { state } = await joined();
  await disturb('reconnecting', 4000, 'connected', 'reconnecting', 4000, 'connected', 30_000);
  expect(state().phase).toBe('joined');
  expect(played.tokens).toHaveLength(1);
});

test('an interruption from which livekit-client recovers opens no new connection', async () => {
  const { state } = await joined();
  await disturb('reconnecting', 3000, 'connected', 30_000);
  expect(state().phase).toBe('joined');
  expect(played.tokens).toHaveLength(1);
});

test('a blocked sound is forgotten with its connection', async () => {
  const { state } = await joined();
  played.events?.onSoundBlocked(true);
  played.events?.onDisconnected('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state()).toMatchObject({ phase: 'joined', soundBlocked: false });
});

test('an answer of the service after the end changes nothing', async () => {
  const { connection, dispatched } = await joined();
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const noting = connection.noteConnected();
  connection.end();
  const gone = { code: 'guest_link_not_usable', meetingState: 'ended' };
  late.resolve(Response.json(gone, { status: 410 }));
  await noting;
  expect(asked).toEqual(['connected']);
  expect(dispatched).toEqual([]);
});

test('a message written while the connection is down is not shown as sent, and can be sent later', async () => {
  const { roomMessages } = await joined();
  await disturb('reconnecting');
  expect(await roomMessages.sendChat('Hello')).toBe('failed');
  expect(roomMessages.store.get().chat).toEqual([]);
  await disturb(3000, 'connected');
  expect(await roomMessages.sendChat('Hello')).toBe('sent');
  await disturb('reconnecting', 10_000);
  expect(await roomMessages.sendChat('Hello again')).toBe('sent');
});

test('a message that arrives on a connection begun before the end is not kept', async () => {
  const { connection, roomMessages } = await joined();
  const connecting = Promise.withResolvers<void>();
  played.connecting = () => connecting.promise;
  played.events?.onDisconnected('lost');
  await vi.advanceTimersByTimeAsync(0);
  expect(played.tokens).toHaveLength(2);
  connection.end();
  roomMessages.clear();
  const payload = writeGuestMessage({ topic: 'chat', text: 'secret' });
  played.events?.onGuestData('pt_b', 'chat', payload);
  expect(roomMessages.store.get()).toMatchObject({ chat: [], unread: 0 });
});

test('a device that could not be sent while the connection was down is sent when it is back', async () => {
  const { devices, dispatched } = await joined();
  const turned: string[] = [];
  await disturb('reconnecting');
  played.isConnected = false;
  played.turning = async (kind) => {
    turned.push(kind);
    if (!played.isConnected) throw new PublishTrackError('no answer', 408);
  };
  await devices.turn('microphone', true);
  played.isConnected = true;
  await disturb('connected', 0);
  expect(turned).toEqual(['microphone', 'microphone']);
  expect(dispatched.filter(({ kind }) => kind === 'device_failed')).toEqual([]);
});

test('a connection that is lost while devices are turned on again is replaced by one that turns them on', async () => {
  const { dispatched, preview, state } = await joined();
  preview.remember('microphone', { wanted: true });
  preview.remember('camera', { wanted: false });
  const first = Promise.withResolvers<void>();
  const turned: string[] = [];
  played.turning = async (kind) => {
    turned.push(kind);
    if (turned.length === 1) await first.promise;
  };
  played.events?.onDisconnected('lost');
  await vi.advanceTimersByTimeAsync(0);
  expect([played.tokens.length, turned]).toEqual([2, ['microphone']]);
  played.events?.onDisconnected('lost');
  first.reject(new Error('closed'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([played.tokens.length, turned]).toEqual([3, ['microphone', 'microphone']]);
  expect([state().phase, preview.wants('microphone')]).toEqual(['joined', true]);
  expect(dispatched.filter(({ kind }) => kind === 'device_failed')).toEqual([]);
});
