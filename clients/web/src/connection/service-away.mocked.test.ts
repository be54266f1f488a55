import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MediaRoomEvents } from './media-room.ts';
import { MeetingConnection } from './meeting-connection.ts';
import { LocalDevices } from '../devices/local-devices.ts';
import { DevicePreview } from '../devices/device-preview.ts';
import { RoomMessages } from '../room-messages/room-messages.ts';
import { INITIAL_STATE, reduceSession } from '../session/session-state.ts';
import type { SessionEvent } from '../session/session-types.ts';
import { scriptedAdmission, scriptService } from '../../../../dev/world/guest-page.ts';

const played = vi.hoisted(() => ({ events: null as MediaRoomEvents | null }));

vi.mock('./media-room.ts', () => ({
  MediaRoom: class {
    devices = { isConnected: true, turn: async () => {} };
    constructor(events: MediaRoomEvents) {
      played.events = events;
    }
    async connect() {}
    async close() {}
    async measure() {
      return null;
    }
  },
}));

let answer: () => Response | Promise<Response> | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  answer = () => Response.json(scriptedAdmission(1));
  scriptService(() => answer());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A guest in the meeting. Returns what the page shows. */
async function joined() {
  const arrival = { kind: 'joined', transcribed: false, chat: true, atMs: Date.now() } as const;
  let state = reduceSession(INITIAL_STATE, arrival);
  const dispatch = (event: SessionEvent) => (state = reduceSession(state, event));
  const devices = new LocalDevices(() => null, new DevicePreview(), dispatch);
  const connection = new MeetingConnection(scriptedAdmission(0), {
    devices,
    roomMessages: new RoomMessages(() => {}),
    isJoined: () => state.phase === 'joined',
    dispatch,
    finish: dispatch,
  });
  await connection.connect();
  const told = () => state.notices.map(({ content }) => content.kind);
  return { state: () => state, told };
}

/** As the page's own calls do after 10 s. */
function callGivesUp(): Promise<Response> {
  return new Promise((_, reject) => setTimeout(reject, 10_000, new Error('no answer')));
}

test.each<[string, () => Promise<Response> | null]>([
  ['is away', () => null],
  ['swallows everything', callGivesUp],
])(
  'a guest whose network %s learns within seconds that the meeting cannot be reached, once',
  async (_, nothing) => {
    const { state, told } = await joined();
    answer = nothing;
    played.events?.onConnection('reconnecting');
    expect(state().offline).toBe(false);
    await vi.advanceTimersByTimeAsync(4000);
    expect(state()).toMatchObject({ phase: 'reconnecting', offline: true });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told()).toEqual(['reconnecting', 'offline']);
    answer = () => Response.json(scriptedAdmission(2));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state()).toMatchObject({ phase: 'joined', offline: false });
    expect(told()).toEqual(['reconnecting', 'offline', 'reconnected']);
  },
);

test('while the service answers, the page says that the connection is being restored', async () => {
  const { state, told } = await joined();
  answer = () => null;
  played.events?.onConnection('reconnecting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toMatchObject({ phase: 'reconnecting', offline: true });
  answer = () => new Response(null, { status: 503 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(state()).toMatchObject({ phase: 'reconnecting', offline: false });
  expect(told()).toEqual(['reconnecting', 'offline']);
});

test('a call that gets no answer is not reported once the connection is back', async () => {
  const { state, told } = await joined();
  answer = callGivesUp;
  played.events?.onConnection('reconnecting');
  await vi.advanceTimersByTimeAsync(1000);
  played.events?.onConnection('connected');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(state()).toMatchObject({ phase: 'joined', offline: false });
  expect(told()).toEqual(['reconnecting', 'reconnected']);
});
