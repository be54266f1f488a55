import { afterEach, expect, test, vi } from 'vitest';
import { Session } from './session.ts';
import { scriptedAdmission, scriptService } from '../../../../dev/world/guest-page.ts';

vi.mock('../connection/load-connection.ts', () => ({
  loadConnection: () => Promise.reject(new TypeError('Failed to fetch the script')),
}));

afterEach(() => vi.unstubAllGlobals());

test('a page whose media code is gone, as after an upgrade, is told to open the link again', async () => {
  vi.stubGlobal('RTCPeerConnection', class {});
  const asked = scriptService((verb) =>
    Response.json(verb === 'join' ? scriptedAdmission(1) : { title: 'T', transcribed: false }),
  );
  const session = new Session({ guestLinkRef: 'gl_1', secret: 'hush' });
  await session.openLobby();
  await session.join({ displayName: 'Anna' });
  // Not that the network blocks sound and video.
  expect(session.store.get()).toMatchObject({ phase: 'lobby', error: 'page_failed' });
  expect(asked).toEqual(['lobby', 'join', 'leave']);
});
