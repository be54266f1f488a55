// The guest's devices in one media connection: what is published from them, and the audio output.
import { ConnectionState, LocalAudioTrack, LocalVideoTrack, Track } from 'livekit-client';
import type { LocalTrack, Room } from 'livekit-client';
import type { DeviceKind } from './device-error.ts';
import { cameraConstraints, microphoneConstraints } from './open-devices.ts';

const SOURCES = { microphone: Track.Source.Microphone, camera: Track.Source.Camera } as const;
const SHARED = [Track.Source.ScreenShare, Track.Source.ScreenShareAudio] as const;
/** Sharp text rather than smooth motion. */
const SCREEN_HINT = 'detail';
const MEDIA_KINDS = {
  microphone: 'audioinput',
  camera: 'videoinput',
  speaker: 'audiooutput',
} as const;

export class RoomDevices {
  readonly #room: Room;
  readonly #closed: AbortSignal;
  readonly #changed: () => void;
  readonly #latest = new Map<DeviceKind, Promise<void>>();

  constructor(room: Room, closed: AbortSignal, changed: () => void) {
    this.#room = room;
    this.#closed = closed;
    this.#changed = changed;
  }

  get isClosed(): boolean {
    return this.#closed.aborted || this.#room.state === ConnectionState.Disconnected;
  }

  /** While it is not, nothing new can be sent. */
  get isConnected(): boolean {
    return this.#room.state === ConnectionState.Connected;
  }

  /** Publishes a track that the lobby opened. */
  publish(kind: DeviceKind, media: MediaStreamTrack): Promise<void> {
    return this.#afterOthers(kind, () => this.#publish(kind, media));
  }

  async #publish(kind: DeviceKind, media: MediaStreamTrack): Promise<void> {
    const source = SOURCES[kind];
    // The guest may have turned the device on here while the lobby was still opening it.
    if (
      this.#closed.aborted ||
      this.#room.localParticipant.getTrackPublication(source) !== undefined
    )
      return media.stop();
    const { deviceId = null } = media.getSettings();
    // `false`: owned by the room, so that turning the camera off releases the device.
    if (kind === 'microphone') {
      const track = new LocalAudioTrack(media, microphoneConstraints(deviceId), false);
      // livekit-client's types do not pass exactOptionalPropertyTypes.
      await this.#room.localParticipant.publishTrack(track as LocalTrack, { source });
    } else {
      const track = new LocalVideoTrack(media, cameraConstraints(deviceId), false);
      await this.#room.localParticipant.publishTrack(track, { source });
    }
  }

  /** Rejects with the error of `getUserMedia` when the device cannot be opened. */
  turn(kind: DeviceKind, on: boolean): Promise<void> {
    return this.#afterOthers(kind, () => this.#turn(kind, on));
  }

  async #turn(kind: DeviceKind, on: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    if (kind === 'microphone') {
      if (on) await this.#restartDeadMicrophone();
      await localParticipant.setMicrophoneEnabled(on);
    } else await localParticipant.setCameraEnabled(on);
    this.#changed();
  }

  /** One at a time: livekit-client would send a device twice, of which it then mutes one. */
  #afterOthers(kind: DeviceKind, act: () => Promise<void>): Promise<void> {
    const others = this.#latest.get(kind) ?? Promise.resolve();
    const done = others.then(act, act);
    this.#latest.set(kind, done);
    return done;
  }

  /** A phone may have withdrawn the microphone meanwhile: the old track would stay silent. */
  async #restartDeadMicrophone(): Promise<void> {
    const track = this.#room.localParticipant.getTrackPublication(SOURCES.microphone)?.track;
    if (track === undefined) return;
    const { readyState, muted } = track.mediaStreamTrack;
    if (readyState === 'ended' || muted) await track.restartTrack();
  }

  /**
   * Chooses another device of this kind if the chosen one is gone. Opens nothing. False when there
   * is none at all.
   */
  async replaceMissing(kind: DeviceKind): Promise<boolean> {
    const devices = await navigator.mediaDevices.enumerateDevices();
    const ids = devices
      .filter((device) => device.kind === MEDIA_KINDS[kind])
      .map(({ deviceId }) => deviceId);
    const [first] = ids;
    // Browsers hide the ids until the guest gives permission.
    if (first === undefined || first === '') return false;
    const active = this.active(kind);
    if (active === undefined || !ids.includes(active)) await this.choose(kind, first);
    return true;
  }

  async choose(kind: DeviceKind | 'speaker', deviceId: string): Promise<void> {
    await this.#room.switchActiveDevice(MEDIA_KINDS[kind], deviceId);
  }

  active(kind: DeviceKind | 'speaker'): string | undefined {
    return this.#room.getActiveDevice(MEDIA_KINDS[kind]);
  }

  /**
   * Asks the guest what to share, with sound where the browser can. Rejects when the guest or the
   * browser refuses.
   */
  async shareScreen(on: boolean): Promise<void> {
    await this.#room.localParticipant.setScreenShareEnabled(on, {
      audio: true,
      systemAudio: 'include',
      selfBrowserSurface: 'exclude',
      surfaceSwitching: 'include',
      contentHint: SCREEN_HINT,
    });
    this.#changed();
  }

  /** The published tracks of a shared screen: video, and audio if there is any. */
  sharedTracks(): MediaStreamTrack[] {
    const { localParticipant } = this.#room;
    return SHARED.flatMap(
      (source) => localParticipant.getTrackPublication(source)?.track?.mediaStreamTrack ?? [],
    );
  }

  /** Publishes a screen that was shared over an earlier connection. */
  async resumeSharing(tracks: readonly MediaStreamTrack[]): Promise<void> {
    for (const track of tracks) {
      if (track.kind === 'video') track.contentHint = SCREEN_HINT;
      const source =
        track.kind === 'video' ? Track.Source.ScreenShare : Track.Source.ScreenShareAudio;
      await this.#room.localParticipant.publishTrack(track, { source });
    }
    this.#changed();
  }

  /** The published microphone track; null while there is none. */
  microphoneTrack(): MediaStreamTrack | null {
    return (
      this.#room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track
        ?.mediaStreamTrack ?? null
    );
  }
}
