import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from './session.ts';
import { scriptService } from '../../../../dev/world/guest-page.ts';

vi.mock('../connection/meeting-connection.ts', () => ({ MeetingConnection: class {} }));

/** Holds each call to `wait` until the test answers. */
let held: ReturnType<typeof Promise.withResolvers<Response>>[];
let asked: string[];

beforeEach(() => {
  held = [];
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  asked = scriptService((verb) => {
    if (verb === 'lobby') return Response.json({ title: 'T', transcribed: false });
    if (verb === 'join') return Response.json(guest(), { status: 202 });
    if (verb !== 'wait') return Response.json({});
    const answer = Promise.withResolvers<Response>();
    held.push(answer);
    return answer.promise;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const guest = () => ({ participantRef: 'pt_1', participantSecret: 'quiet', needsHost: true });

async function inWaitingRoom() {
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  const joining = session.join({ displayName: 'Anna' });
  await vi.waitUntil(() => held.length > 0, 15_000);
  expect(session.store.get().phase).toBe('waiting');
  return { session, joining };
}

test.each<[string, string, (session: Session) => Promise<void>]>([
  ['leaves', 'left', (session) => session.leave()],
  ['sees the page fail', 'error', (session) => session.fail('page_failed')],
  ['stops waiting', 'lobby', (session) => session.stopWaiting()],
])('a guest in the waiting room who %s gives up the place', async (_, phase, happens) => {
  const { session, joining } = await inWaitingRoom();
  await happens(session);
  held[0]?.resolve(Response.json({ state: 'admitted', needsHost: false }));
  await joining;
  expect(session.store.get().phase).toBe(phase);
  expect(asked.slice(0, 4)).toEqual(['lobby', 'join', 'wait', 'leave']);
});

test('a guest in the waiting room who closes the page gives up the place', async () => {
  const sent: string[] = [];
  const sendBeacon = (path: string) => sent.push(path) > 0;
  vi.stubGlobal('navigator', { sendBeacon });
  const { session } = await inWaitingRoom();
  session.leaveOnUnload();
  expect(sent).toEqual(['/guest/participants/pt_1/leave']);
});

test('a guest still waits for a host after the clock of the device was set back', async () => {
  vi.useFakeTimers();
  const { session, joining } = await inWaitingRoom();
  vi.setSystemTime(Date.now() - 3_600_000);
  held[0]?.resolve(Response.json({ state: 'waiting', needsHost: false }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(held).toHaveLength(2);
  await session.leave();
  held[1]?.resolve(Response.json({ state: 'left', needsHost: false }));
  await joining;
});

test('a waiting guest is told that the network is away, and once it is back what to wait for', async () => {
  vi.useFakeTimers();
  const { session, joining } = await inWaitingRoom();
  const { store } = session;
  held[0]?.reject(new TypeError('no network'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get()).toMatchObject({ phase: 'waiting', offline: true });
  expect(store.get().notices.map(({ content }) => content)).toEqual([{ kind: 'offline' }]);
  held[1]?.resolve(Response.json({ state: 'waiting', needsHost: false }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get()).toMatchObject({ phase: 'waiting', offline: false, needsHost: false });
  await session.leave();
  held[2]?.resolve(Response.json({ state: 'left', needsHost: false }));
  await joining;
});

test('browsers without the newest functions can wait for a host', async () => {
  vi.stubGlobal('AbortSignal', class {});
  const { session, joining } = await inWaitingRoom();
  await session.leave();
  held[0]?.resolve(Response.json({ state: 'admitted', needsHost: false }));
  await joining;
  expect(asked).toContain('wait');
});
