import { createRequire } from 'node:module';
import { admit } from '../dev/world/media/crowd.ts';
import { type Guest, openGuest } from '../dev/world/media/guest.ts';
import type { Parley } from '../dev/world/service/start-parley.ts';

const STYLE =
  'body{margin:0;display:grid;grid-template-columns:repeat(3,1fr);gap:12px;height:100vh}' +
  'video{width:100%;height:100%;object-fit:cover}';

/**
 * The plainest page on livekit-client, with the options of LiveKit's own example application: it publishes its
 * microphone and attaches every track in equal tiles. LiveKit's example itself is not an installable package.
 */
export async function openPlainPage(parley: Parley, guestUrl: string): Promise<Guest> {
  const guest = await openGuest('Plain', null);
  const { mediaToken } = await admit(parley, guestUrl, 'Plain');
  const page = await guest.browser.newPage({
    permissions: ['microphone'],
    viewport: { width: 1280, height: 800 },
    bypassCSP: true,
  });
  guest.page = page;
  // At the product's own origin, so that the browser gives it a microphone.
  await page.goto(`${parley.url}/health/live`);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('livekit-client') });
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(
    async ({ url, token }) => {
      type Track = { attach(): HTMLElement };
      type Room = {
        on(event: string, listener: (track: Track) => void): Room;
        connect(url: string, token: string): Promise<void>;
        localParticipant: { setMicrophoneEnabled(on: boolean): Promise<void> };
      };
      const { Room } = (
        window as unknown as { LivekitClient: { Room: new (options: object) => Room } }
      ).LivekitClient;
      const room = new Room({ adaptiveStream: true, dynacast: true });
      document.body.replaceChildren();
      room.on('trackSubscribed', (track) => document.body.append(track.attach()));
      await room.connect(url, token);
      await room.localParticipant.setMicrophoneEnabled(true);
    },
    { url: parley.url.replace(/^http/, 'ws'), token: mediaToken },
  );
  return guest;
}
