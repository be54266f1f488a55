// The guest's microphone, camera and screen during the meeting, across reconnects.
import {
  DEVICE_KINDS,
  type DeviceError,
  type DeviceKind,
  deviceErrorOf,
  isDeniedByFrame,
  publishErrorOf,
} from './device-error.ts';
import type { ChosenDevices } from '../connection/media-room.ts';
import type { DeviceNotice } from '../notices/notices.ts';
import type { DevicePreview } from './device-preview.ts';
import { permissionOf } from './open-devices.ts';
import type { RoomDevices } from './room-devices.ts';
import type { SessionEvent } from '../session/session-types.ts';
import { SharedScreen } from './shared-screen.ts';
import type { LocalTrackChange } from './watch-local-tracks.ts';

const NOTICES_OF_MUTE = {
  microphone: 'muted_by_host',
  camera: 'camera_off_by_host',
  screen: 'screen_stopped_by_host',
} as const;

export class LocalDevices {
  readonly #roomDevices: () => RoomDevices | null;
  readonly #preview: DevicePreview;
  readonly #dispatch: (event: SessionEvent) => void;
  readonly #screen = new SharedScreen();
  #wantsToShare = false;
  /** What was turned on or off while the connection was down. */
  readonly #unsent = new Set<DeviceKind>();

  constructor(
    roomDevices: () => RoomDevices | null,
    preview: DevicePreview,
    dispatch: (event: SessionEvent) => void,
  ) {
    this.#roomDevices = roomDevices;
    this.#preview = preview;
    this.#dispatch = dispatch;
  }

  /** The devices that a new connection starts with. */
  chosen(): ChosenDevices {
    const { microphone, camera, speakerId } = this.#preview.store.get();
    return { microphone: microphone.deviceId, camera: camera.deviceId, speaker: speakerId };
  }

  active(kind: DeviceKind | 'speaker'): string | undefined {
    return this.#roomDevices()?.active(kind);
  }

  microphoneTrack(): MediaStreamTrack | null {
    return this.#roomDevices()?.microphoneTrack() ?? null;
  }

  /** On a new connection, turns on what was on before, and nothing else. */
  async reopen(): Promise<void> {
    const wanted = DEVICE_KINDS.filter((kind) => this.#preview.wants(kind));
    await Promise.all([...wanted.map((kind) => this.turn(kind, true)), this.#resumeSharing()]);
  }

  /** The connection that was down is back. What was turned on may be unwanted since. */
  async sendAgain(): Promise<void> {
    await Promise.all([...this.#unsent].map((kind) => this.turn(kind, this.#preview.wants(kind))));
  }

  async turn(kind: DeviceKind, on: boolean): Promise<void> {
    this.#unsent.delete(kind);
    // The preview remembers the choice for the next connection or lobby.
    this.#preview.remember(kind, { wanted: on });
    const roomDevices = this.#roomDevices();
    try {
      await roomDevices?.turn(kind, on);
    } catch (thrown) {
      await this.#notSent(kind, roomDevices, thrown);
    }
  }

  /** What the page shows as off stays off, except when the connection was lost: the next one tries again. */
  async #notSent(kind: DeviceKind, roomDevices: RoomDevices | null, thrown: unknown) {
    if (this.#isLost(roomDevices)) return;
    const cause = publishErrorOf(thrown);
    if (cause === null)
      return this.#notOpened(
        kind,
        isDeniedByFrame(kind) ? 'denied_by_frame' : deviceErrorOf(thrown),
      );
    if (cause === 'connection' && roomDevices?.isConnected === false)
      return void this.#unsent.add(kind);
    this.#preview.remember(kind, { wanted: false });
    this.#notTaken(cause);
  }

  /** Also before the page is told that the connection is lost. */
  #isLost(roomDevices: RoomDevices | null): boolean {
    return this.#roomDevices() !== roomDevices || roomDevices?.isClosed === true;
  }

  async #notOpened(kind: DeviceKind, error: DeviceError): Promise<void> {
    const failure = error === 'missing' ? await this.#replace(kind) : error;
    if (failure !== null) this.#giveUp(kind, failure);
  }

  #giveUp(kind: DeviceKind, error: DeviceError): void {
    this.#preview.remember(kind, { wanted: false });
    this.#fail(kind, error);
  }

  /**
   * livekit-client opens only the chosen camera, and only the chosen microphone if it was unplugged
   * while muted. Returns why there is no other one, or null.
   */
  async #replace(kind: DeviceKind): Promise<DeviceError | null> {
    const roomDevices = this.#roomDevices();
    try {
      if (roomDevices === null || !(await roomDevices.replaceMissing(kind))) return 'missing';
      // It may have been turned off meanwhile. A new connection opens it itself.
      if (!this.#preview.wants(kind) || this.#roomDevices() !== roomDevices) return null;
      await roomDevices.turn(kind, true);
      this.report(`${kind}_changed`);
      return null;
    } catch (thrown) {
      return this.#isLost(roomDevices) ? null : deviceErrorOf(thrown);
    }
  }

  async choose(kind: DeviceKind | 'speaker', deviceId: string): Promise<void> {
    try {
      await this.#roomDevices()?.choose(kind, deviceId);
      // For the next connection.
      if (kind === 'speaker') this.#preview.chooseSpeaker(deviceId);
      else this.#preview.remember(kind, { deviceId });
    } catch (thrown) {
      if (kind === 'speaker') return;
      this.#fail(kind, deviceErrorOf(thrown));
    }
  }

  /** A guest who cancels the browser's dialog gets no error message. */
  async shareScreen(on: boolean): Promise<void> {
    this.stopSharing();
    this.#wantsToShare = on;
    const roomDevices = this.#roomDevices();
    try {
      await roomDevices?.shareScreen(on);
      if (this.#wantsToShare && roomDevices !== null && this.#roomDevices() === roomDevices)
        this.#screen.hold(roomDevices.sharedTracks());
    } catch (thrown) {
      if (this.#wantsToShare) this.#notShared(thrown);
    }
  }

  #notShared(thrown: unknown): void {
    this.#wantsToShare = false;
    const cause = publishErrorOf(thrown);
    if (cause !== null) return this.#notTaken(cause);
    const error = deviceErrorOf(thrown);
    if (error === 'denied_by_system' || error === 'busy') this.report('screen_failed');
  }

  /** The media server did not take what the guest wants to send. */
  #notTaken(cause: 'locked' | 'connection'): void {
    const notice = cause === 'locked' ? 'locked_by_host' : 'host_action_failed';
    this.#dispatch({ kind: 'host_notice', notice, atMs: Date.now() });
  }

  /** Stops sharing, also for later connections. */
  stopSharing(): void {
    this.#wantsToShare = false;
    this.#screen.release();
  }

  report(notice: DeviceNotice): void {
    this.#dispatch({ kind: 'device_notice', notice, atMs: Date.now() });
  }

  #fail(device: DeviceKind, error: DeviceError): void {
    this.#dispatch({ kind: 'device_failed', device, error, atMs: Date.now() });
  }

  /** Called when a device was unplugged, replaced, interrupted or muted. */
  onTrackChange(change: LocalTrackChange): void {
    if (change.kind === 'muted') return this.#onMuted(change.device);
    if (change.kind === 'changed') return this.report(`${change.device}_changed`);
    if (change.kind === 'gone') return void this.#onGone(change.device);
    this.#preview.remember('microphone', { wanted: false });
    this.report('microphone_interrupted');
  }

  /** Browsers also end a device that the guest no longer allows. */
  async #onGone(kind: DeviceKind): Promise<void> {
    if ((await permissionOf(kind)) === 'denied') return this.#giveUp(kind, 'denied');
    // livekit-client has tried all microphones, but only one camera.
    if (kind === 'microphone') return this.#giveUp(kind, 'missing');
    await this.#notOpened(kind, 'missing');
  }

  /** If the guest did not turn it off, a host did. */
  #onMuted(device: DeviceKind | 'screen'): void {
    const wanted = device === 'screen' ? this.#wantsToShare : this.#preview.wants(device);
    if (!wanted) return;
    // A screen that is muted would still be captured.
    if (device === 'screen') void this.shareScreen(false);
    else this.#preview.remember(device, { wanted: false });
    this.#dispatch({ kind: 'host_notice', notice: NOTICES_OF_MUTE[device], atMs: Date.now() });
  }

  /** Publishes the track that the lobby opened, once it is ready. */
  async publishFromLobby(kind: DeviceKind): Promise<void> {
    this.#unsent.delete(kind);
    const track = await this.#preview.take(kind);
    if (track === null) return;
    const roomDevices = this.#roomDevices();
    try {
      if (roomDevices === null) return track.stop();
      await roomDevices.publish(kind, track);
      // The guest turned it off while it was being published.
      if (!this.#preview.wants(kind)) await roomDevices.turn(kind, false);
    } catch (thrown) {
      // Otherwise the light of the device stays on.
      track.stop();
      await this.#notSent(kind, roomDevices, thrown);
    }
  }

  async #resumeSharing(): Promise<void> {
    const roomDevices = this.#roomDevices();
    const tracks = roomDevices === null ? [] : this.#screen.copies();
    if (roomDevices === null || tracks.length === 0) return;
    try {
      await roomDevices.resumeSharing(tracks);
      // The guest stopped sharing while the tracks were being published.
      if (!this.#wantsToShare) await roomDevices.shareScreen(false);
    } catch {
      for (const track of tracks) track.stop();
      // The next connection tries again.
      if (this.#isLost(roomDevices)) return;
      await this.shareScreen(false);
      this.report('screen_failed');
    }
  }
}
