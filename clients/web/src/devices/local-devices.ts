// The guest's own microphone, camera and screen during the meeting.
import { troubleOf } from './device-trouble.ts';
import type { DeviceKind } from './device-trouble.ts';
import type { ChosenDevices } from '../connection/media-room.ts';
import type { DeviceNews } from '../notices/notices.ts';
import type { Preview } from './preview.ts';
import type { RoomDevices } from './room-devices.ts';
import { SharedScreen } from './shared-screen.ts';
import type { VisitEvent } from '../session/session-state.ts';
import type { LocalTrackNews } from './watch-local-tracks.ts';

export class OwnDevices {
  readonly #inRoom: () => RoomDevices | null;
  readonly #preview: Preview;
  readonly #tell: (event: VisitEvent) => void;
  readonly #screen = new SharedScreen();

  constructor(
    inRoom: () => RoomDevices | null,
    preview: Preview,
    tell: (event: VisitEvent) => void,
  ) {
    this.#inRoom = inRoom;
    this.#preview = preview;
    this.#tell = tell;
  }

  /** What a new connection begins with. */
  chosen(): ChosenDevices {
    const { microphone, camera, speakerId } = this.#preview.store.read();
    return { microphone: microphone.deviceId, camera: camera.deviceId, speaker: speakerId };
  }

  active(kind: DeviceKind | 'speaker'): string | undefined {
    return this.#inRoom()?.active(kind);
  }

  microphoneTrack(): MediaStreamTrack | null {
    return this.#inRoom()?.microphoneTrack() ?? null;
  }

  /** Over a new connection: what was on is on again, and nothing else. */
  async openAgain(): Promise<void> {
    const wanted = (['microphone', 'camera'] as const).filter((kind) => this.#preview.wants(kind));
    await Promise.all([...wanted.map((kind) => this.turn(kind, true)), this.#shareAgain()]);
  }

  async turn(kind: DeviceKind, on: boolean): Promise<void> {
    // The preview keeps what the guest wants: a lobby or a connection that follows opens nothing else.
    this.#preview.remember(kind, { wanted: on });
    try {
      await this.#inRoom()?.turn(kind, on);
    } catch (thrown) {
      this.#preview.remember(kind, { wanted: false });
      this.#tell({
        kind: 'device_trouble',
        device: kind,
        trouble: troubleOf(thrown),
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
      this.#tell({
        kind: 'device_trouble',
        device: kind,
        trouble: troubleOf(thrown),
        atMs: Date.now(),
      });
    }
  }

  /** A guest who closes the browser's own question has not met trouble. */
  async shareScreen(on: boolean): Promise<void> {
    this.stopSharing();
    const inRoom = this.#inRoom();
    try {
      await inRoom?.shareScreen(on);
      if (on && inRoom !== null && this.#inRoom() === inRoom)
        this.#screen.hold(inRoom.sharedTracks());
    } catch (thrown) {
      const trouble = troubleOf(thrown);
      if (trouble === 'denied_by_system' || trouble === 'busy') this.say('screen_trouble');
    }
  }

  /** Nothing is taken from the screen any more for a connection to come. */
  stopSharing(): void {
    this.#screen.letGo();
  }

  say(news: DeviceNews): void {
    this.#tell({ kind: 'device_news', news, atMs: Date.now() });
  }

  /** What became of a device in the meeting. */
  note(news: LocalTrackNews): void {
    const atMs = Date.now();
    if (news.kind !== 'changed')
      this.#preview.remember(news.kind === 'gone' ? news.device : 'microphone', { wanted: false });
    if (news.kind === 'gone')
      return this.#tell({ kind: 'device_trouble', device: news.device, trouble: 'missing', atMs });
    this.say(news.kind === 'interrupted' ? 'microphone_interrupted' : `${news.device}_changed`);
  }

  /** Publishes what the lobby opened, once it is there. */
  async goOnWith(kind: DeviceKind): Promise<void> {
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
      this.#tell({
        kind: 'device_trouble',
        device: kind,
        trouble: troubleOf(thrown),
        atMs: Date.now(),
      });
    }
  }

  async #shareAgain(): Promise<void> {
    const inRoom = this.#inRoom();
    const tracks = inRoom === null ? [] : this.#screen.copies();
    if (inRoom === null || tracks.length === 0) return;
    try {
      await inRoom.goOnSharing(tracks);
      // Stopped by the guest while the room took it.
      if (!this.#screen.isHeld) await inRoom.shareScreen(false);
    } catch {
      for (const track of tracks) track.stop();
      // With the next connection it is tried again.
      if (this.#inRoom() !== inRoom) return;
      await this.shareScreen(false);
      this.say('screen_trouble');
    }
  }
}
