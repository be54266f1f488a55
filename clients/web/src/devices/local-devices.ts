// The guest's own microphone, camera and screen during the meeting.
import { deviceErrorOf } from './device-error.ts';
import type { DeviceKind } from './device-error.ts';
import type { ChosenDevices } from '../connection/media-room.ts';
import type { DeviceNotice } from '../notices/notices.ts';
import type { Preview } from './preview.ts';
import type { RoomDevices } from './room-devices.ts';
import { SharedScreen } from './shared-screen.ts';
import type { SessionEvent } from '../session/session-state.ts';
import type { LocalTrackChange } from './watch-local-tracks.ts';

export class LocalDevices {
  readonly #inRoom: () => RoomDevices | null;
  readonly #preview: Preview;
  readonly #dispatch: (event: SessionEvent) => void;
  readonly #screen = new SharedScreen();

  constructor(
    inRoom: () => RoomDevices | null,
    preview: Preview,
    tell: (event: SessionEvent) => void,
  ) {
    this.#inRoom = inRoom;
    this.#preview = preview;
    this.#dispatch = tell;
  }

  /** What a new connection begins with. */
  chosen(): ChosenDevices {
    const { microphone, camera, speakerId } = this.#preview.store.get();
    return { microphone: microphone.deviceId, camera: camera.deviceId, speaker: speakerId };
  }

  active(kind: DeviceKind | 'speaker'): string | undefined {
    return this.#inRoom()?.active(kind);
  }

  microphoneTrack(): MediaStreamTrack | null {
    return this.#inRoom()?.microphoneTrack() ?? null;
  }

  /** Over a new connection: what was on is on again, and nothing else. */
  async reopen(): Promise<void> {
    const wanted = (['microphone', 'camera'] as const).filter((kind) => this.#preview.wants(kind));
    await Promise.all([...wanted.map((kind) => this.turn(kind, true)), this.#resumeSharing()]);
  }

  async turn(kind: DeviceKind, on: boolean): Promise<void> {
    // The preview keeps what the guest wants: a lobby or a connection that follows opens nothing else.
    this.#preview.remember(kind, { wanted: on });
    try {
      await this.#inRoom()?.turn(kind, on);
    } catch (thrown) {
      this.#preview.remember(kind, { wanted: false });
      this.#dispatch({
        kind: 'device_failed',
        device: kind,
        error: deviceErrorOf(thrown),
        atMs: Date.now(),
      });
    }
  }

  async choose(kind: DeviceKind | 'speaker', deviceId: string): Promise<void> {
    try {
      await this.#inRoom()?.choose(kind, deviceId);
      // A connection made anew goes on with it.
      if (kind === 'speaker') this.#preview.chooseSpeaker(deviceId);
      else this.#preview.remember(kind, { deviceId });
    } catch (thrown) {
      if (kind === 'speaker') return;
      this.#dispatch({
        kind: 'device_failed',
        device: kind,
        error: deviceErrorOf(thrown),
        atMs: Date.now(),
      });
    }
  }

  /** A guest who closes the browser's own question has not met error. */
  async shareScreen(on: boolean): Promise<void> {
    this.stopSharing();
    const inRoom = this.#inRoom();
    try {
      await inRoom?.shareScreen(on);
      if (on && inRoom !== null && this.#inRoom() === inRoom)
        this.#screen.hold(inRoom.sharedTracks());
    } catch (thrown) {
      const error = deviceErrorOf(thrown);
      if (error === 'denied_by_system' || error === 'busy') this.report('screen_failed');
    }
  }

  /** Nothing is taken from the screen any more for a connection to come. */
  stopSharing(): void {
    this.#screen.release();
  }

  report(news: DeviceNotice): void {
    this.#dispatch({ kind: 'device_news', news, atMs: Date.now() });
  }

  /** What became of a device in the meeting. */
  onTrackChange(news: LocalTrackChange): void {
    const atMs = Date.now();
    if (news.kind !== 'changed')
      this.#preview.remember(news.kind === 'gone' ? news.device : 'microphone', { wanted: false });
    if (news.kind === 'gone')
      return this.#dispatch({
        kind: 'device_failed',
        device: news.device,
        error: 'missing',
        atMs,
      });
    this.report(news.kind === 'interrupted' ? 'microphone_interrupted' : `${news.device}_changed`);
  }

  /** Publishes what the lobby opened, once it is there. */
  async publishFromLobby(kind: DeviceKind): Promise<void> {
    const track = await this.#preview.take(kind);
    if (track === null) return;
    const inRoom = this.#inRoom();
    try {
      if (inRoom === null) return track.stop();
      await inRoom.publish(kind, track);
      // Turned off while the room took it, when there was nothing there yet to turn off.
      if (!this.#preview.wants(kind)) await inRoom.turn(kind, false);
    } catch (thrown) {
      // Nobody gets it: the device's light must not stay on.
      track.stop();
      this.#dispatch({
        kind: 'device_failed',
        device: kind,
        error: deviceErrorOf(thrown),
        atMs: Date.now(),
      });
    }
  }

  async #resumeSharing(): Promise<void> {
    const inRoom = this.#inRoom();
    const tracks = inRoom === null ? [] : this.#screen.copies();
    if (inRoom === null || tracks.length === 0) return;
    try {
      await inRoom.resumeSharing(tracks);
      // Stopped by the guest while the room took it.
      if (!this.#screen.isHeld) await inRoom.shareScreen(false);
    } catch {
      for (const track of tracks) track.stop();
      // With the next connection it is tried again.
      if (this.#inRoom() !== inRoom) return;
      await this.shareScreen(false);
      this.report('screen_failed');
    }
  }
}
