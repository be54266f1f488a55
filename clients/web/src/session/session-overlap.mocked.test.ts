// Steps of a session that begin before an earlier one is answered, as on a slow network.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from './session.ts';
import { scriptedAdmission, scriptService } from '../../../../dev/world/guest-page.ts';

const media = vi.hoisted(() => ({
  tokens: [] as string[],
  onConnect: async (_token: string) => {},
}));

vi.mock('../connection/media-room.ts', () => ({
  MediaRoom: class {
    async connect(token: string) {
      media.tokens.push(token);
      await media.onConnect(token);
    }
    async close() {}
    devices = { turn: async () => {} };
  },
}));

type Reply = Response | Promise<Response>;
/** How the service answers each path; a call that is not named is never answered. */
let answers: Record<string, () => Reply>;
let asked: string[];
let session: Session;

const reply = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const unanswered = () => Promise.withResolvers<Response>();
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  media.tokens = [];
  media.onConnect = async () => {};
  answers = {
    lobby: () => reply({ title: 'T', transcribed: false }),
    join: () => reply(scriptedAdmission(asked.length)),
    connected: () => reply({}),
    leave: () => reply({}),
  };
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  asked = scriptService((verb) => answers[verb]?.() ?? unanswered().promise);
  session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function waiting(): Promise<void> {
  const guest = { participantRef: 'pt_1', participantSecret: 'quiet', needsHost: false };
  answers['join'] = () => reply(guest, 202);
  await session.openLobby();
  void session.join({ displayName: 'Anna' });
  await vi.waitUntil(() => session.store.get().phase === 'waiting', 15_000);
}

test('a guest who presses Stop waiting twice on a slow network opens the lobby once', async () => {
  await waiting();
  const left = unanswered();
  answers['leave'] = () => left.promise;
  const pressed = [session.stopWaiting(), session.stopWaiting()];
  await settle();
  expect(session.store.get().phase).toBe('waiting');
  left.resolve(reply({}));
  await Promise.all(pressed);
  expect(session.store.get().phase).toBe('lobby');
  expect(asked.filter((verb) => verb === 'lobby')).toHaveLength(2);
});

test('a page that closes while its guest waits offers the way back when the browser shows it again', async () => {
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { sendBeacon });
  await waiting();
  session.leaveOnUnload();
  expect(session.store.get().phase).toBe('left');
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});

test('a visit that ends while the lobby opens stays ended', async () => {
  const opened = unanswered();
  answers['lobby'] = () => opened.promise;
  const opening = session.openLobby();
  await session.leave();
  opened.resolve(reply({ title: 'T', transcribed: false }));
  await opening;
  expect(session.store.get().phase).toBe('left');
});

test('a guest who joins again before the first attempt is answered connects once', async () => {
  const joins = [unanswered(), unanswered()];
  answers['join'] = () =>
    joins[asked.filter((verb) => verb === 'join').length - 1]?.promise as Reply;
  await session.openLobby();
  const attempts = [session.join({ displayName: 'Anna' })];
  await session.leave();
  await session.tryAgain();
  attempts.push(session.join({ displayName: 'Anna' }));
  for (const [at, join] of joins.entries()) join.resolve(reply(scriptedAdmission(at)));
  await Promise.all(attempts);
  expect(session.store.get().phase).toBe('joined');
  expect([media.tokens, asked.includes('leave')]).toEqual([['token 1'], false]);
});

test('a connection of an earlier attempt does not count as the one of the present attempt', async () => {
  const connections = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  media.onConnect = async () => connections[media.tokens.length - 1]?.promise;
  await session.openLobby();
  const attempts = [session.join({ displayName: 'Anna' })];
  await vi.waitUntil(() => media.tokens.length === 1, 15_000);
  await session.fail('taken_over');
  await session.tryAgain();
  attempts.push(session.join({ displayName: 'Anna' }));
  await vi.waitUntil(() => media.tokens.length === 2, 15_000);
  connections[0]?.resolve();
  await settle();
  expect(session.store.get().phase).toBe('joining');
  connections[1]?.resolve();
  await Promise.all(attempts);
  expect(session.store.get().phase).toBe('joined');
});

test('a browser leaves the meeting for a closed page, but only while its guest is in the meeting', async () => {
  const later: [path: string, init: RequestInit][] = [];
  vi.stubGlobal('fetchLater', (...call: [string, RequestInit]) => later.push(call));
  await session.openLobby();
  for (const stays of [false, true]) {
    await session.join({ displayName: 'Anna' });
    if (!stays) await session.leave().then(() => session.tryAgain());
  }
  expect(session.store.get().phase).toBe('joined');
  const [path, init] = later[1] ?? [];
  expect([path, init?.body]).toEqual([
    '/guest/participants/pt_1/leave',
    JSON.stringify({ participantSecret: 'quiet' }),
  ]);
  expect(later.map(([, { signal }]) => signal?.aborted)).toEqual([true, false]);
});

test('a browser does not leave the meeting for a page that is only hidden', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetchLater', (_: string, { signal }: RequestInit) => signals.push(signal));
  await session.openLobby();
  await session.join({ displayName: 'Anna' });
  const withdrawn = (visibilityState: string) => {
    Object.assign(document, { visibilityState }).dispatchEvent(new Event('visibilitychange'));
    return signals.map((signal) => signal?.aborted);
  };
  expect(withdrawn('hidden')).toEqual([true]);
  expect(withdrawn('visible')).toEqual([true, false]);
  await session.leave();
  expect(withdrawn('visible')).toEqual([true, true]);
});

test('a page in a frame that may not fetch later joins all the same', async () => {
  const refuse = () => {
    throw new DOMException('Refused', 'QuotaExceededError');
  };
  vi.stubGlobal('fetchLater', refuse);
  await session.openLobby();
  await session.join({ displayName: 'Anna' });
  expect(session.store.get().phase).toBe('joined');
});
