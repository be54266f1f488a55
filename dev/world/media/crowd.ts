// Guests without pages of their own: one browser tab connects them all by livekit-client alone and draws their
// cameras, so that many of them fit on a small machine.
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import type { Admission } from '../../../contract/generated/guest-api.ts';
import { chromiumPath } from '../../../setup/places.mjs';
import { BROWSER_FLAGS } from './guest.ts';
import type { Parley } from '../service/start-parley.ts';

export type Outfit = {
  /** Pixels across; the height is nine sixteenths of it. */
  cameraWidth?: number;
  microphone?: 'off' | 'silent' | 'talking';
  screen?: 'silent' | 'with sound';
};
export type CrowdPerson = {
  participantRef: string;
  /** To everybody, or to those alone. */
  send(topic: string, message: unknown): Promise<void>;
  leave(): Promise<void>;
};
export type Crowd = {
  enter(displayName: string, outfit?: Outfit): Promise<CrowdPerson>;
  /** All of it stands still: nothing more is heard of it, not even a goodbye. */
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

/** The crowd of one meeting. */
export async function openCrowd(parley: Parley, guestUrl: string): Promise<Crowd> {
  const browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: BROWSER_FLAGS,
  });
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(`${parley.url}/health/live`);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('livekit-client') });
  await page.evaluate(standReady);
  let number = 0;
  let stopped: number[] = [];
  return {
    enter: async (displayName, outfit = {}) => {
      const { participantRef: ref, mediaToken: token } = await admit(parley, guestUrl, displayName);
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
      await browser.close();
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

/** Joins by the guest API, as the page does. */
export async function admit(
  parley: Parley,
  guestUrl: string,
  displayName: string,
): Promise<Admission> {
  const link = new URL(guestUrl);
  const call = async (path: string, body: object): Promise<Response> => {
    const answer = await fetch(`${parley.url}/guest/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: parley.url },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path.split('/').at(-1)} answered ${answer.status}`);
    return answer;
  };
  const secret = link.hash.slice('#k='.length);
  const joined = await call(`links/${link.pathname.split('/').at(-1)}/join`, {
    secret,
    displayName,
  });
  const admission = (await joined.json()) as Admission;
  const { participantRef, participantSecret } = admission;
  await call(`participants/${participantRef}/connected`, { participantSecret });
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
  const FRAMES_A_SECOND = 5;
  const context = new AudioContext();

  const sound = (isTalking: boolean): MediaStreamTrack => {
    const out = context.createMediaStreamDestination();
    const volume = new GainNode(context, { gain: isTalking ? 0.25 : 0 });
    const voice = new OscillatorNode(context, { frequency: 220 });
    voice.connect(volume).connect(out);
    voice.start();
    return out.stream.getAudioTracks()[0] as MediaStreamTrack;
  };
  const drawn = (
    width: number,
    draw: (pen: CanvasRenderingContext2D, frame: number) => void,
  ): MediaStreamTrack => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * 9) / 16);
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.scale(width / 320, width / 320);
    let frame = 0;
    setInterval(() => draw(pen, (frame += 1)), 1000 / FRAMES_A_SECOND);
    draw(pen, 0);
    return canvas.captureStream(FRAMES_A_SECOND).getVideoTracks()[0] as MediaStreamTrack;
  };
  /** A wall with light from a window, and somebody in front of it. */
  const portrait = (number: number) => (pen: CanvasRenderingContext2D, frame: number) => {
    const hue = (number * 67) % 360;
    const wall = pen.createLinearGradient(0, 0, 320, 180);
    wall.addColorStop(0, `hsl(${hue} 22% 80%)`);
    wall.addColorStop(1, `hsl(${hue} 26% 56%)`);
    pen.fillStyle = wall;
    pen.fillRect(0, 0, 320, 180);
    pen.fillStyle = `hsl(${hue} 30% 88%)`;
    pen.fillRect(26, 0, 58, 92);
    pen.fillStyle = `hsl(${hue} 24% 46%)`;
    pen.fillRect(250, 96, 70, 84);
    const sway = Math.sin(frame / 9 + number) * 2;
    const disc = (x: number, y: number, rx: number, ry: number, color: string) => {
      pen.fillStyle = color;
      pen.beginPath();
      pen.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
      pen.fill();
    };
    const skin = `hsl(${22 + ((number * 5) % 12)} 42% ${46 + ((number * 13) % 30)}%)`;
    const hair = `hsl(${18 + ((number * 11) % 20)} 30% ${14 + ((number * 7) % 22)}%)`;
    disc(160 + sway, 66, 35, 40, hair);
    pen.fillStyle = skin;
    pen.fillRect(147 + sway, 96, 26, 34);
    disc(160, 190, 78, 66, `hsl(${(hue + 150) % 360} 34% 36%)`);
    disc(160 + sway, 76, 28, 35, skin);
    pen.fillStyle = hair;
    pen.beginPath();
    pen.ellipse(160 + sway, 58, 31, 22, 0, Math.PI, 2 * Math.PI);
    pen.fill();
  };
  const slide = (pen: CanvasRenderingContext2D, frame: number) => {
    pen.fillStyle = '#fdfdfb';
    pen.fillRect(0, 0, 320, 180);
    pen.fillStyle = '#17201e';
    pen.font = '600 15px sans-serif';
    pen.fillText('Visitors by gallery', 22, 34);
    pen.font = '8px sans-serif';
    pen.fillStyle = '#55625f';
    pen.fillText('April to June, thousands', 22, 47);
    ['Ships', 'Maps', 'Tools', 'Letters', 'Ropes'].forEach((name, at) => {
      const wide = [188, 151, 122, 84, 60][at] ?? 0;
      pen.fillStyle = at === 0 ? '#0b6b60' : '#9cc4bd';
      pen.fillRect(70, 62 + at * 21, wide, 12);
      pen.fillStyle = '#17201e';
      pen.fillText(name, 22, 71 + at * 21);
    });
    pen.fillStyle = frame % 2 === 0 ? '#0b6b60' : '#0b6b61';
    pen.fillRect(22, 168, 276, 1);
  };

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
      await room.connect(url, token, { autoSubscribe: false });
      rooms.set(ref, room);
      const { localParticipant } = room;
      const video = (source: string, maxBitrate: number): Published => ({
        source,
        simulcast: false,
        videoEncoding: { maxBitrate, maxFramerate: FRAMES_A_SECOND },
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
