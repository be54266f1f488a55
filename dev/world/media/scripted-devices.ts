// Scripts the browser's device API: refusals, unplugging, a phone that takes the device away. A device that works
// gives the browser's own fake sound and picture.
import type { Guest } from './guest.ts';

type Kind = 'audio' | 'video';
type Scripted = {
  /** The DOMException that getUserMedia throws for each kind. */
  failing: Partial<Record<Kind, readonly [name: string, message: string]>>;
  /** Whether devices that are asked for start only with `letStart`. */
  isHeld: boolean;
  /** Lets the devices start that were asked for meanwhile. */
  held: (() => void)[];
  /** What the microphone gives; `own` is the browser's own. */
  sound: 'own' | 'silence' | 'tone';
  calls: number;
  /** The constraints of each microphone that was opened. */
  microphones: MediaTrackConstraints[];
  given: { kind: Kind; track: MediaStreamTrack }[];
  /** The ids of cameras that are not there. */
  missing: string[];
  wakeLocks: { asked: number; held: number };
};
type Scene = { scripted: Scripted };
type Sounds = { sounds: Set<HTMLAudioElement> };

/** Call before the page opens. */
export async function scriptDevices(
  guest: Guest,
  first: Partial<Pick<Scripted, 'failing' | 'isHeld' | 'sound'>> = {},
): Promise<void> {
  await guest.page.addInitScript((wish) => {
    const scripted: Scripted = {
      failing: {},
      isHeld: false,
      held: [],
      sound: 'own',
      calls: 0,
      microphones: [],
      given: [],
      missing: [],
      wakeLocks: { asked: 0, held: 0 },
      ...wish,
    };
    (globalThis as unknown as Scene).scripted = scripted;
    const { mediaDevices } = navigator;
    const native = mediaDevices.getUserMedia.bind(mediaDevices);
    const made = () => {
      const context = new AudioContext();
      const out = context.createMediaStreamDestination();
      if (scripted.sound === 'tone') {
        const tone = new OscillatorNode(context);
        tone.connect(out);
        tone.start();
      }
      return out.stream;
    };
    mediaDevices.getUserMedia = async (wanted = {}) => {
      scripted.calls += 1;
      if (typeof wanted.audio === 'object') scripted.microphones.push(wanted.audio);
      if (scripted.isHeld) await new Promise<void>((resolve) => scripted.held.push(resolve));
      const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind]);
      for (const kind of kinds) {
        const [name, message] = scripted.failing[kind] ?? [];
        if (name !== undefined) throw new DOMException(message, name);
      }
      const { deviceId } = typeof wanted.video === 'object' ? wanted.video : {};
      const exact = typeof deviceId === 'object' && 'exact' in deviceId ? deviceId.exact : [];
      if (scripted.missing.some((id) => [exact].flat().includes(id)))
        throw new OverconstrainedError('deviceId');
      const stream = scripted.sound !== 'own' && wanted.audio ? made() : await native(wanted);
      for (const track of stream.getTracks())
        scripted.given.push({ kind: track.kind as Kind, track });
      return stream;
    };
    const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = async () =>
      (await enumerate()).filter(({ deviceId }) => !scripted.missing.includes(deviceId));
  }, first);
  await scriptWakeLocks(guest);
}

async function scriptWakeLocks({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    const { wakeLocks } = (globalThis as unknown as Scene).scripted;
    const lock = () => {
      wakeLocks.held += 1;
      const sentinel = {
        released: false,
        release: async () =>
          void (sentinel.released || ((sentinel.released = true), (wakeLocks.held -= 1))),
      };
      document.addEventListener(
        'visibilitychange',
        () => document.visibilityState === 'hidden' && void sentinel.release(),
      );
      return sentinel;
    };
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          wakeLocks.asked += 1;
          return lock();
        },
      },
    });
  });
}

export async function fail({ page }: Guest, failing: Scripted['failing']): Promise<void> {
  await page.evaluate(
    (wish) => void ((globalThis as unknown as Scene).scripted.failing = wish),
    failing,
  );
}

/** Starts the devices that were held back. */
export async function letStart({ page }: Guest): Promise<void> {
  await page.evaluate(() => {
    const { scripted } = globalThis as unknown as Scene;
    scripted.isHeld = false;
    for (const start of scripted.held.splice(0)) start();
  });
}

/** Ends the devices in use, as if they were unplugged. `fail` decides whether another device replaces them. */
export async function unplug({ page }: Guest, kind: Kind): Promise<void> {
  await page.evaluate((which) => {
    for (const { kind: one, track } of (globalThis as unknown as Scene).scripted.given) {
      if (one !== which || track.readyState === 'ended') continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  }, kind);
}

/** Unplugs the microphone in use. The one that replaces it gives no sound. */
export async function replaceWithSilence(guest: Guest): Promise<void> {
  await guest.page.evaluate(
    () => void ((globalThis as unknown as Scene).scripted.sound = 'silence'),
  );
  await unplug(guest, 'audio');
}

/** Unplugs the second camera; the one in use ends. The second is not there until `plugIn`. */
export async function unplugSecondCamera(guest: Guest): Promise<void> {
  await guest.page.evaluate(async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    const [, second] = devices.filter(({ kind }) => kind === 'videoinput');
    if (second === undefined) throw new Error('there is no second camera');
    (globalThis as unknown as Scene).scripted.missing.push(second.deviceId);
  });
  await unplug(guest, 'video');
}

export async function plugIn({ page }: Guest): Promise<void> {
  await page.evaluate(() => {
    Object.assign((globalThis as unknown as Scene).scripted, { failing: {}, missing: [] });
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  });
}

/** Hides or shows the page, as when a phone is locked or another app is opened. */
export async function lookAway({ page }: Guest, away: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      value: hidden ? 'hidden' : 'visible',
      configurable: true,
    });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
}

export async function deviceUse({
  page,
}: Guest): Promise<
  Pick<Scripted, 'calls' | 'microphones' | 'wakeLocks'> & { live: readonly Kind[] }
> {
  return page.evaluate(() => {
    const { calls, microphones, given, wakeLocks } = (globalThis as unknown as Scene).scripted;
    return {
      calls,
      microphones,
      wakeLocks,
      live: given.filter(({ track }) => track.readyState === 'live').map(({ kind }) => kind),
    };
  });
}

/** Call before the page opens. Blocks autoplay as a browser does, until the guest clicks anything other than Join. */
export async function holdSoundBack({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    let held = true;
    const sounds = ((globalThis as unknown as Sounds).sounds = new Set<HTMLAudioElement>());
    const native = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function play() {
      if (this instanceof HTMLAudioElement) sounds.add(this);
      // Otherwise the browser starts the sound by itself.
      this.autoplay &&= !held;
      return held && this instanceof HTMLAudioElement
        ? Promise.reject(
            new DOMException(
              'play() failed because the user did not interact with the document first.',
              'NotAllowedError',
            ),
          )
        : native.call(this);
    };
    const letGo = () => (held = document.documentElement.dataset['parleyState'] !== 'joined');
    document.addEventListener('click', letGo, { capture: true });
  });
}

/** The number of audio elements that play. Needs `holdSoundBack`. */
export async function playingSounds({ page }: Guest): Promise<number> {
  return page.evaluate(
    () =>
      [...(globalThis as unknown as Sounds).sounds].filter(
        ({ paused, muted, srcObject }) => srcObject && !paused && !muted,
      ).length,
  );
}
