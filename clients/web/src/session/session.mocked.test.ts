import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DisconnectCause, MediaRoomEvents } from '../connection/media-room.ts';
import { Session } from './session.ts';
import { scriptedAdmission, scriptService } from '../../../../dev/world/guest-page.ts';

const played = vi.hoisted(() => ({
  events: null as MediaRoomEvents | null,
  tokens: [] as string[],
  onConnect: async () => {},
}));

vi.mock('../connection/media-room.ts', () => ({
  MediaRoom: class {
    constructor(events: MediaRoomEvents) {
      played.events = events;
    }
    async connect(token: string) {
      played.tokens.push(token);
      await played.onConnect();
    }
    async close() {}
    async measure() {
      return null;
    }
    devices = { turn: async () => {} };
  },
}));

/** How the service answers each path; a call that is not named gets no answer. */
let answers: Record<string, () => Response>;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  played.tokens = [];
  played.onConnect = async () => {};
  answers = {
    lobby: () => reply({ title: 'T', transcribed: false }),
    join: admission,
    renew: admission,
    connected: () => reply({}),
    leave: () => reply({}),
  };
  vi.stubGlobal('RTCPeerConnection', class {});
  asked = scriptService((verb) => answers[verb]?.() ?? null);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const reply = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const gone = (meetingState: string) => ({ code: 'guest_link_not_usable', meetingState });
const admission = () => reply(scriptedAdmission(asked.length));

async function inRoom(): Promise<Session> {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  await session.join({ displayName: 'Anna' });
  expect(session.store.get().phase).toBe('joined');
  return session;
}

async function drop(cause: DisconnectCause): Promise<void> {
  played.events?.onDisconnected(cause);
  await vi.advanceTimersByTimeAsync(0);
}

test('a guest whose laptop slept for an hour returns to the room, with a new token', async () => {
  const session = await inRoom();
  delete answers['renew'];
  await drop('lost');
  vi.setSystemTime(Date.now() + 3_600_000);
  answers['renew'] = admission;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.store.get().phase).toBe('joined');
  expect(new Set(played.tokens).size).toBe(2);
});

test('a guest without a connection for five minutes is told so, and can rejoin', async () => {
  const session = await inRoom();
  delete answers['renew'];
  await drop('lost');
  await vi.advanceTimersByTimeAsync(400_000);
  expect(session.store.get()).toMatchObject({ phase: 'error', error: 'lost' });
  await session.tryAgain();
  expect(session.store.get().phase).toBe('lobby');
});

test.each([
  [410, gone('ended'), { phase: 'ended' }],
  [410, gone('in_progress'), { phase: 'refused', refusal: 'shut_out' }],
  [409, { code: 'meeting_full' }, { phase: 'error', error: 'full' }],
])(
  'a guest who reconnects and gets %i %j learns why the session ended',
  async (status, body, expected) => {
    const session = await inRoom();
    answers['renew'] = () => reply(body, status);
    await drop('lost');
    expect(session.store.get()).toMatchObject(expected);
  },
);

test.each<[string, (session: Session) => Promise<unknown>, string[]]>([
  ['leaves', (session) => session.leave(), ['hush']],
  ['closes the page', async (session) => session.leaveOnUnload(), ['hush']],
  ['is taken out of a meeting that goes on', () => endsWith('in_progress'), ['hush']],
  ['sees it end', () => endsWith('ended'), []],
])('the stored link of a guest who joined and %s', async (_, happens, kept) => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('navigator', { sendBeacon: () => true });
  const session = await inRoom();
  await happens(session);
  const links = [...stored].filter(([key]) => key.startsWith('parley.link.'));
  expect(links.map(([, secret]) => secret)).toEqual(kept);
  expect(stored.size > 0).toBe(kept.length > 0);
});

async function endsWith(meetingState: string): Promise<void> {
  answers['renew'] = () => reply(gone(meetingState), 410);
  await drop('lost');
}

test('a guest of a full meeting can join when they try again after someone left', async () => {
  answers['join'] = () => reply({ code: 'meeting_full' }, 409);
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  await session.join({ displayName: 'Anna' });
  expect(session.store.get()).toMatchObject({ phase: 'error', error: 'full' });
  await session.tryAgain();
  expect(session.store.get()).toMatchObject({ phase: 'error', error: 'full' });
  answers['join'] = admission;
  await session.tryAgain();
  expect(session.store.get().phase).toBe('joined');
});

test('a page without a link and a browser without WebRTC say so without a call', async () => {
  const without = new Session(null);
  await without.openLobby();
  expect(without.store.get()).toMatchObject({ phase: 'refused', refusal: 'no_link' });
  vi.stubGlobal('RTCPeerConnection', undefined);
  const old = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await old.openLobby();
  expect(old.store.get()).toMatchObject({ phase: 'error', error: 'old_browser' });
  expect(asked).toEqual([]);
});

test('a guest whose meeting ends while livekit-client reconnects learns it at once', async () => {
  const session = await inRoom();
  answers['renew'] = () => reply(gone('ended'), 410);
  played.events?.onConnection('reconnecting');
  await vi.advanceTimersByTimeAsync(2000);
  expect(session.store.get().phase).toBe('ended');
});

test.each([
  ['connects', async () => {}],
  ['fails to connect', () => Promise.reject(new Error('no media server'))],
])(
  'a guest whose link another tab takes over while this one %s does not join here',
  async (_, outcome) => {
    const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
    await session.openLobby();
    played.onConnect = async () => {
      await session.fail('taken_over');
      await outcome();
    };
    await session.join({ displayName: 'Anna' });
    expect(session.store.get()).toMatchObject({ phase: 'error', error: 'taken_over' });
  },
);

test('a guest whose page fails leaves the meeting', async () => {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  const joining = session.join({ displayName: 'Anna' });
  await session.fail('page_failed');
  await joining;
  expect(session.store.get()).toMatchObject({ phase: 'error', error: 'page_failed' });
  expect([asked, played.tokens]).toEqual([['lobby', 'join', 'leave'], []]);
});

test('an open lobby shows when the meeting starts', async () => {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  answers['lobby'] = () => reply({ title: 'T', transcribed: true, meetingState: 'in_progress' });
  await session.refreshLobby();
  expect(session.store.get()).toMatchObject({
    phase: 'lobby',
    transcribed: true,
    lobby: { meetingState: 'in_progress' },
  });
});

test('a lobby closes when the meeting ends, and stays when the service cannot be reached', async () => {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  delete answers['lobby'];
  await session.refreshLobby();
  expect(session.store.get().phase).toBe('lobby');
  answers['lobby'] = () => reply(gone('ended'), 410);
  await session.refreshLobby();
  expect(session.store.get().phase).toBe('refused');
});

test('a guest outside a locked meeting learns that it ended', async () => {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  answers['join'] = () => reply({ code: 'meeting_locked' }, 409);
  await session.join({ displayName: 'Anna' });
  expect(session.store.get().error).toBe('locked');
  answers['lobby'] = () => reply(gone('ended'), 410);
  await session.refreshLobby();
  expect(session.store.get()).toMatchObject({ phase: 'refused', error: null });
});

test('a late answer to the lobby does not disturb a guest who joins', async () => {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  answers['lobby'] = () => reply(gone('ended'), 410);
  const looking = session.refreshLobby();
  await session.join({ displayName: 'Anna' });
  await looking;
  expect(session.store.get().phase).toBe('joined');
});

test('a guest who leaves while reconnecting and joins again is in the meeting once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const session = await inRoom();
  delete answers['renew'];
  await drop('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  await session.leave();
  await session.tryAgain();
  await session.join({ displayName: 'Anna' });
  answers['renew'] = admission;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.store.get().phase).toBe('joined');
  expect(played.tokens).toHaveLength(2);
});
