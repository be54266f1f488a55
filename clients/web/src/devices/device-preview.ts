// The guest's devices in the lobby. The meeting takes over the tracks opened here, so that joining
// opens no device a second time, and a device that is still starting is not lost.
import { openDevices, type Opened } from './open-devices.ts';
import { DEVICE_KINDS, type DeviceError, type DeviceKind } from './device-error.ts';
import { createStore } from '../page/store.ts';

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

  /** `audioOnly`: the guest sends no picture until the camera is turned on. */
  constructor({ audioOnly = false } = {}) {
    if (audioOnly) this.#set('camera', { wanted: false });
  }

  /**
   * Opens the wanted devices, and retries missing ones when plugged in and refused ones when
   * allowed.
   */
  start(): void {
    this.#watchDevices();
    const state = this.store.get();
    const kinds = DEVICE_KINDS.filter((kind) => state[kind].wanted && state[kind].status === 'off');
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

  /**
   * Records a choice made in the meeting, for the next connection or lobby. Opens nothing; closes
   * what is unwanted. What the lobby said of the device is outdated then.
   */
  remember(kind: DeviceKind, chosen: { deviceId: string } | { wanted: boolean }): void {
    this.#set(kind, { ...chosen, error: null, replaced: false });
    if (!this.wants(kind)) this.#close(kind);
  }

  wants(kind: DeviceKind): boolean {
    return this.store.get()[kind].wanted;
  }

  chooseSpeaker(speakerId: string): void {
    this.store.set({ ...this.store.get(), speakerId });
  }

  /** Hands over the track once it is open; null when the device is off or failed. */
  async take(kind: DeviceKind): Promise<MediaStreamTrack | null> {
    this.#stopWatching();
    await this.#opening[kind];
    const { track } = this.store.get()[kind];
    this.#generation[kind] += 1;
    this.#set(kind, { status: 'off', track: null, replaced: false });
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
    const onPluggedIn = () =>
      this.tryAgain(DEVICE_KINDS.filter((kind) => hasError(kind, 'missing')));
    const stopWatching = watchPermissions((kind) => {
      if (hasError(kind, 'denied', 'not_answered')) this.tryAgain([kind]);
    });
    navigator.mediaDevices?.addEventListener('devicechange', onPluggedIn);
    this.#stopWatching = () => {
      stopWatching();
      navigator.mediaDevices?.removeEventListener('devicechange', onPluggedIn);
    };
  }

  #open(kinds: readonly DeviceKind[]): void {
    const requests = kinds.map((kind) => ({ kind, deviceId: this.store.get()[kind].deviceId }));
    const generations = new Map(kinds.map((kind) => [kind, (this.#generation[kind] += 1)]));
    for (const kind of kinds) this.#set(kind, { status: 'starting', error: null, replaced: false });
    const opened = openDevices(requests).then((results) => {
      for (const [kind, result] of results) this.#settle(kind, generations.get(kind), result);
    });
    for (const kind of kinds) this.#opening[kind] = opened;
  }

  #settle(kind: DeviceKind, generation: number | undefined, result: Opened): void {
    const stale = generation !== this.#generation[kind];
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

  /** After a device was unplugged, opens another one, if there is one. */
  async #replace(kind: DeviceKind): Promise<void> {
    this.#set(kind, { track: null, deviceId: null });
    this.#open([kind]);
    await this.#opening[kind];
    if (this.store.get()[kind].status === 'on') this.#set(kind, { replaced: true });
  }

  #close(kind: DeviceKind): void {
    this.#generation[kind] += 1;
    this.store.get()[kind].track?.stop();
    this.#set(kind, { status: 'off', track: null, replaced: false });
  }

  #set(kind: DeviceKind, change: Partial<PreviewDevice>): void {
    const state = this.store.get();
    this.store.set({ ...state, [kind]: { ...state[kind], ...change } });
  }
}

/**
 * Reports when the guest allows a device in the browser's own settings. Returns a function that
 * stops it.
 */
function watchPermissions(onGranted: (kind: DeviceKind) => void): () => void {
  const over = new AbortController();
  const watch = async (kind: DeviceKind) => {
    const status = await navigator.permissions.query({ name: kind });
    const changed = () => {
      if (status.state === 'granted') onGranted(kind);
    };
    if (!over.signal.aborted) status.addEventListener('change', changed, { signal: over.signal });
  };
  // Not every browser reports these two permissions.
  for (const kind of DEVICE_KINDS) watch(kind).catch(() => undefined);
  return () => over.abort();
}
