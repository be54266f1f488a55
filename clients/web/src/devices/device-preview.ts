// The guest's own devices before the meeting. The tracks opened here are the ones the room goes on with, so that
// joining opens no device a second time and pressing Join while one still starts loses nothing.
import { openDevices } from './open-devices.ts';
import type { Opened } from './open-devices.ts';
import type { DeviceKind, DeviceError } from './device-error.ts';
import { createStore } from '../page/store.ts';
import { watchPermissions } from './watch-permissions.ts';

export type PreviewDevice = {
  wanted: boolean;
  status: 'off' | 'starting' | 'on';
  error: DeviceError | null;
  deviceId: string | null;
  track: MediaStreamTrack | null;
  /** The device in use was unplugged and another one took its place. */
  replaced: boolean;
};
export type PreviewState = Record<DeviceKind, PreviewDevice> & { speakerId: string | null };

const OFF: PreviewDevice = {
  wanted: true,
  status: 'off',
  error: null,
  deviceId: null,
  track: null,
  replaced: false,
};

export class DevicePreview implements Disposable {
  readonly store = createStore<PreviewState>({ microphone: OFF, camera: OFF, speakerId: null });
  #opening: Record<DeviceKind, Promise<void>> = {
    microphone: Promise.resolve(),
    camera: Promise.resolve(),
  };
  #generation: Record<DeviceKind, number> = { microphone: 0, camera: 0 };

  #stopWatching = () => {};

  /** Opens what is wanted and not open, a device that was missing when it is plugged in, and one that was refused when it is allowed. */
  start(): void {
    this.#watchDevices();
    const state = this.store.get();
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
    return this.store.get()[kind].wanted;
  }

  chooseSpeaker(speakerId: string): void {
    this.store.set({ ...this.store.get(), speakerId });
  }

  /** Hands the track over once it is there; null when the device is off or in error. */
  async take(kind: DeviceKind): Promise<MediaStreamTrack | null> {
    this.#stopWatching();
    await this.#opening[kind];
    const { track } = this.store.get()[kind];
    this.#generation[kind] += 1;
    this.#set(kind, { status: 'off', track: null });
    return track;
  }

  [Symbol.dispose](): void {
    this.#stopWatching();
    this.#close('microphone');
    this.#close('camera');
  }

  #watchDevices(): void {
    this.#stopWatching();
    const hasError = (kind: DeviceKind, ...errors: DeviceError[]) =>
      errors.some((error) => error === this.store.get()[kind].error);
    const plugged = () =>
      this.tryAgain(
        (['microphone', 'camera'] as const).filter((kind) => hasError(kind, 'missing')),
      );
    const stopWatching = watchPermissions((kind) => {
      if (hasError(kind, 'denied', 'not_answered')) this.tryAgain([kind]);
    });
    navigator.mediaDevices?.addEventListener('devicechange', plugged);
    this.#stopWatching = () => {
      stopWatching();
      navigator.mediaDevices?.removeEventListener('devicechange', plugged);
    };
  }

  #open(kinds: readonly DeviceKind[]): void {
    const wishes = kinds.map((kind) => ({ kind, deviceId: this.store.get()[kind].deviceId }));
    const turns = new Map(kinds.map((kind) => [kind, (this.#generation[kind] += 1)]));
    for (const kind of kinds) this.#set(kind, { status: 'starting', error: null, replaced: false });
    const opened = openDevices(wishes).then((results) => {
      for (const [kind, result] of results) this.#settle(kind, turns.get(kind), result);
    });
    for (const kind of kinds) this.#opening[kind] = opened;
  }

  #settle(kind: DeviceKind, turn: number | undefined, result: Opened): void {
    const stale = turn !== this.#generation[kind];
    if ('error' in result) {
      if (!stale) this.#set(kind, { status: 'off', wanted: false, error: result.error });
    } else if (stale) {
      result.track.stop();
    } else {
      this.#replaceWhenEnded(kind, result.track);
      this.#set(kind, { status: 'on', track: result.track });
    }
  }

  #replaceWhenEnded(kind: DeviceKind, track: MediaStreamTrack): void {
    track.addEventListener('ended', () => {
      if (this.store.get()[kind].track === track) void this.#replace(kind);
    });
  }

  /** Unplugged: another device takes its place, if there is one. */
  async #replace(kind: DeviceKind): Promise<void> {
    this.#set(kind, { track: null, deviceId: null });
    this.#open([kind]);
    await this.#opening[kind];
    if (this.store.get()[kind].status === 'on') this.#set(kind, { replaced: true });
  }

  #close(kind: DeviceKind): void {
    this.#generation[kind] += 1;
    this.store.get()[kind].track?.stop();
    this.#set(kind, { status: 'off', track: null });
  }

  #set(kind: DeviceKind, change: Partial<PreviewDevice>): void {
    const state = this.store.get();
    this.store.set({ ...state, [kind]: { ...state[kind], ...change } });
  }
}
