// Pages whose media code does not load.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from './session.ts';
import { scriptedAdmission, scriptService } from '../../../../dev/world/guest-page.ts';

const { loadConnection } = vi.hoisted(() => ({ loadConnection: vi.fn() }));
vi.mock('../connection/load-connection.ts', () => ({ loadConnection }));

let asked: string[];
let session: Session;

beforeEach(async () => {
  loadConnection.mockReset().mockRejectedValue(new TypeError('Failed to fetch the script'));
  vi.stubGlobal('RTCPeerConnection', class {});
  asked = scriptService((verb) =>
    Response.json(verb === 'join' ? scriptedAdmission(1) : { title: 'T', transcribed: false }),
  );
  session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
});

afterEach(() => vi.unstubAllGlobals());

test('a page whose media code is gone, as after an upgrade, is told to open the link again', async () => {
  await session.join({ displayName: 'Anna' });
  // Not that the network blocks sound and video.
  expect(session.store.get()).toMatchObject({ phase: 'lobby', error: 'page_failed' });
  expect(asked).toEqual(['lobby', 'join', 'leave']);
});

test('a guest who leaves while the media code loads again is not connected, and leaves the meeting', async () => {
  const again = Promise.withResolvers<unknown>();
  loadConnection.mockRejectedValueOnce(new TypeError('offline')).mockReturnValue(again.promise);
  const joining = session.join({ displayName: 'Anna' });
  await vi.waitUntil(() => loadConnection.mock.calls.length === 2, 15_000);
  await session.leave();
  const connection = vi.fn();
  again.resolve(connection);
  await joining;
  expect(connection).not.toHaveBeenCalled();
  expect(session.store.get().phase).toBe('left');
  expect(asked).toEqual(['lobby', 'join', 'leave']);
});
