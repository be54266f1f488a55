// The guest's own devices before the meeting. The tracks opened here are the ones the room goes on with, so that
// joining opens no device a second time and pressing Join while one still starts loses nothing.
import { openDevices } from './open-devices.ts';
import type { Opened } from './open-devices.ts';
import type { DeviceKind, DeviceTrouble } from './device-trouble.ts';
import { createStore } from '../page/store.ts';
import { watchPermissions } from './watch-permissions.ts';

export type PreviewDevice = {
  wanted: boolean;
  status: 'off' | 'starting' | 'on';
  trouble: DeviceTrouble | null;
  deviceId: string | null;
  track: MediaStreamTrack | null;
  /** The device in use was unplugged and another one took its place. */
  replaced: boolean;
};
export type PreviewState = Record<DeviceKind, PreviewDevice> & { speakerId: string | null };

const OFF: PreviewDevice = {
  wanted: true,
  status: 'off',
  trouble: null,
  deviceId: null,
  track: null,
  replaced: false,
};

export class Preview implements Disposable {
  readonly store = createStore<PreviewState>({ microphone: OFF, camera: OFF, speakerId: null });
  #opening: Record<DeviceKind, Promise<void>> = {
    microphone: Promise.resolve(),
    camera: Promise.resolve(),
  };
  #turn: Record<DeviceKind, number> = { microphone: 0, camera: 0 };

  #unwatch = () => {};

  /** Opens what is wanted and not open, a device that was missing when it is plugged in, and one that was refused when it is allowed. */
  start(): void {
    this.#watchOutside();
    const state = this.store.read();
    const kinds = (['microphone', 'camera'] as const).filter(
      (kind) => state[kind].wanted && state[kind].status === 'off',
    );
    if (kinds.length > 0) this.#open(kinds);
  }

  want(kind: DeviceKind, wanted: boolean): void {
    this.#set(kind, { wanted });
    if (wanted) this.#open([kind]);
    else this.#close(kind);
  }

  tryAgain(kinds: readonly DeviceKind[]): void {
    for (const kind of kinds) this.#set(kind, { wanted: true });
    if (kinds.length > 0) this.#open(kinds);
  }

  choose(kind: DeviceKind, deviceId: string): void {
    this.#close(kind);
    this.#set(kind, { deviceId, wanted: true });
    this.#open([kind]);
  }

  /** What was chosen in the meeting, for the next connection and the next lobby. Opens nothing; what is unwanted is closed. */
  remember(kind: DeviceKind, chosen: { deviceId: string } | { wanted: boolean }): void {
    this.#set(kind, chosen);
    if (!this.wants(kind)) this.#close(kind);
  }

  wants(kind: DeviceKind): boolean {
    return this.store.read()[kind].wanted;
  }

  chooseSpeaker(speakerId: string): void {
    this.store.change({ ...this.store.read(), speakerId });
  }

  /** Hands the track over once it is there; null when the device is off or in trouble. */
  async take(kind: DeviceKind): Promise<MediaStreamTrack | null> {
    this.#unwatch();
    await this.#opening[kind];
    const { track } = this.store.read()[kind];
    this.#turn[kind] += 1;
    this.#set(kind, { status: 'off', track: null });
    return track;
  }

  [Symbol.dispose](): void {
    this.#unwatch();
    this.#close('microphone');
    this.#close('camera');
  }

  #watchOutside(): void {
    this.#unwatch();
    const troubled = (kind: DeviceKind, ...troubles: DeviceTrouble[]) =>
      troubles.some((trouble) => trouble === this.store.read()[kind].trouble);
    const plugged = () =>
      this.tryAgain(
        (['microphone', 'camera'] as const).filter((kind) => troubled(kind, 'missing')),
      );
    const stopWatching = watchPermissions((kind) => {
      if (troubled(kind, 'denied', 'not_answered')) this.tryAgain([kind]);
    });
    navigator.mediaDevices?.addEventListener('devicechange', plugged);
    this.#unwatch = () => {
      stopWatching();
      navigator.mediaDevices?.removeEventListener('devicechange', plugged);
    };
  }

  #open(kinds: readonly DeviceKind[]): void {
    const wishes = kinds.map((kind) => ({ kind, deviceId: this.store.read()[kind].deviceId }));
    const turns = new Map(kinds.map((kind) => [kind, (this.#turn[kind] += 1)]));
    for (const kind of kinds)
      this.#set(kind, { status: 'starting', trouble: null, replaced: false });
    const opened = openDevices(wishes).then((results) => {
      for (const [kind, result] of results) this.#settle(kind, turns.get(kind), result);
    });
    for (const kind of kinds) this.#opening[kind] = opened;
  }

  #settle(kind: DeviceKind, turn: number | undefined, result: Opened): void {
    const stale = turn !== this.#turn[kind];
    if ('trouble' in result) {
      if (!stale) this.#set(kind, { status: 'off', wanted: false, trouble: result.trouble });
    } else if (stale) {
      result.track.stop();
    } else {
      this.#watch(kind, result.track);
      this.#set(kind, { status: 'on', track: result.track });
    }
  }

  #watch(kind: DeviceKind, track: MediaStreamTrack): void {
    track.addEventListener('ended', () => {
      if (this.store.read()[kind].track === track) void this.#replace(kind);
    });
  }

  /** Unplugged: another device takes its place, if there is one. */
  async #replace(kind: DeviceKind): Promise<void> {
    this.#set(kind, { track: null, deviceId: null });
    this.#open([kind]);
    await this.#opening[kind];
    if (this.store.read()[kind].status === 'on') this.#set(kind, { replaced: true });
  }

  #close(kind: DeviceKind): void {
    this.#turn[kind] += 1;
    this.store.read()[kind].track?.stop();
    this.#set(kind, { status: 'off', track: null });
  }

  #set(kind: DeviceKind, change: Partial<PreviewDevice>): void {
    const state = this.store.read();
    this.store.change({ ...state, [kind]: { ...state[kind], ...change } });
  }
}
