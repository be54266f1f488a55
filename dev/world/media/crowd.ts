// Many guests on a small machine: one browser tab connects them all with livekit-client and draws their cameras.
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import type { Admission } from '../../../contract/generated/guest-api.ts';
import { drawCrowd, drawPictures, type Drawing } from './crowd-pictures.ts';
import { launchBrowser } from './launch-browser.ts';
import { callGuestApi, type Parley } from '../service/start-parley.ts';

export type Outfit = {
  /** In pixels. The picture is 16:9. */
  cameraWidth?: number;
  microphone?: 'off' | 'silent' | 'talking';
  screen?: 'silent' | 'with sound';
};
export type CrowdPerson = {
  participantRef: string;
  send(topic: string, message: unknown): Promise<void>;
  raiseHand(raised: boolean): Promise<void>;
  leave(): Promise<void>;
};
export type Crowd = {
  enter(displayName: string, outfit?: Outfit): Promise<CrowdPerson>;
  /** Stops the browser's processes, so that nothing more comes from the crowd, not even a goodbye. */
  vanish(): Promise<void>;
  close(): Promise<void>;
};

type Entering = { ref: string; url: string; token: string; number: number; outfit: Outfit };
type InPage = {
  enterRoom(entering: Entering): Promise<void>;
  send(ref: string, topic: string, message: unknown): Promise<void>;
  leaveRoom(ref: string): Promise<void>;
};
type Window = { crowd: InPage };

/** Opens the crowd of a meeting: in the `shared` browser, or in one of its own, which `vanish` needs. */
export async function openCrowd(
  parley: Parley,
  guestUrl: string,
  shared?: Browser,
): Promise<Crowd> {
  const browser = shared ?? (await launchBrowser());
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${parley.url}/health/live`);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('livekit-client') });
  await page.evaluate(drawPictures);
  await page.evaluate(drawCrowd);
  await page.evaluate(standReady);
  let number = 0;
  let stopped: number[] = [];
  return {
    enter: async (displayName, outfit = {}) => {
      const admission = await admit(parley, guestUrl, displayName);
      const { participantRef: ref, mediaToken: token, participantSecret } = admission;
      const url = `ws://127.0.0.1:${parley.env['PARLEY_MEDIA_PORT']}`;
      number += 1;
      await page.evaluate((given) => (window as unknown as Window).crowd.enterRoom(given), {
        ref,
        url,
        token,
        number,
        outfit,
      });
      return {
        participantRef: ref,
        send: (topic, message) =>
          page.evaluate(
            (given) =>
              (window as unknown as Window).crowd.send(given.ref, given.topic, given.message),
            {
              ref,
              topic,
              message,
            },
          ),
        raiseHand: async (raised) => {
          await callGuestApi(parley, `participants/${ref}/hand`, { participantSecret, raised });
        },
        leave: () =>
          page.evaluate((given) => (window as unknown as Window).crowd.leaveRoom(given), ref),
      };
    },
    vanish: async () => {
      stopped = await processesOf(browser);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    },
    close: async () => {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
      await (shared ? context : browser).close();
    },
  };
}

async function processesOf(browser: Browser): Promise<number[]> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = (await devTools.send('SystemInfo.getProcessInfo')) as {
    processInfo: { id: number }[];
  };
  return processInfo.map(({ id }) => id);
}

/** Joins through the guest API, as the page does. */
export async function admit(
  parley: Parley,
  guestUrl: string,
  displayName: string,
): Promise<Admission> {
  const link = new URL(guestUrl);
  const secret = link.hash.slice('#k='.length);
  const path = `links/${link.pathname.split('/').at(-1)}/join`;
  const admission = await callGuestApi<Admission>(parley, path, { secret, displayName });
  const { participantRef, participantSecret } = admission;
  await callGuestApi(parley, `participants/${participantRef}/connected`, { participantSecret });
  return admission;
}

/** Runs in the page. */
function standReady(): void {
  type Published = {
    source: string;
    simulcast?: boolean;
    videoEncoding?: { maxBitrate: number; maxFramerate: number };
  };
  type Room = {
    connect(url: string, token: string, options: object): Promise<void>;
    disconnect(): Promise<void>;
    localParticipant: {
      publishTrack(track: MediaStreamTrack, options: Published): Promise<unknown>;
      publishData(data: Uint8Array, options: { reliable: boolean; topic: string }): Promise<void>;
    };
  };
  const { Room } = (window as unknown as { LivekitClient: { Room: new (options: object) => Room } })
    .LivekitClient;
  const rooms = new Map<string, Room>();
  const { sound, drawn, portrait, slide, framesPerSecond } = (window as unknown as Drawing).drawing;

  const crowd: InPage = {
    async enterRoom({
      ref,
      url,
      token,
      number,
      outfit: { cameraWidth, microphone = 'off', screen },
    }) {
      const room = new Room({
        adaptiveStream: false,
        dynacast: true,
        disconnectOnPageLeave: false,
      });
      const options = {
        autoSubscribe: false,
        websocketTimeout: 60_000,
        peerConnectionTimeout: 60_000,
      };
      await room.connect(url, token, options);
      rooms.set(ref, room);
      const { localParticipant } = room;
      const video = (source: string, maxBitrate: number): Published => ({
        source,
        simulcast: false,
        videoEncoding: { maxBitrate, maxFramerate: framesPerSecond },
      });
      if (microphone !== 'off')
        await localParticipant.publishTrack(sound(microphone === 'talking'), {
          source: 'microphone',
        });
      if (cameraWidth !== undefined)
        await localParticipant.publishTrack(
          drawn(cameraWidth, portrait(number)),
          video('camera', cameraWidth * 900),
        );
      if (screen !== undefined)
        await localParticipant.publishTrack(drawn(1280, slide), video('screen_share', 1_500_000));
      if (screen === 'with sound')
        await localParticipant.publishTrack(sound(true), { source: 'screen_share_audio' });
    },
    async send(ref, topic, message) {
      const data = new TextEncoder().encode(JSON.stringify(message));
      await rooms.get(ref)?.localParticipant.publishData(data, { reliable: true, topic });
    },
    async leaveRoom(ref) {
      await rooms.get(ref)?.disconnect();
      rooms.delete(ref);
    },
  };
  (window as unknown as Window).crowd = crowd;
}
