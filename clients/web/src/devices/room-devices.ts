// The guest's devices in one media connection: what is published from them, and the audio output.
import { LocalAudioTrack, LocalVideoTrack, Track } from 'livekit-client';
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

  constructor(room: Room, closed: AbortSignal, changed: () => void) {
    this.#room = room;
    this.#closed = closed;
    this.#changed = changed;
  }

  /** Publishes a track that the lobby opened. */
  async publish(kind: DeviceKind, media: MediaStreamTrack): Promise<void> {
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
  async turn(kind: DeviceKind, on: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    const track = localParticipant.getTrackPublication(SOURCES[kind])?.track;
    // A phone may have withdrawn the device meanwhile: the old track would stay silent.
    if (
      on &&
      track !== undefined &&
      (track.mediaStreamTrack.readyState === 'ended' || track.mediaStreamTrack.muted)
    )
      await track.restartTrack();
    if (kind === 'microphone') await localParticipant.setMicrophoneEnabled(on);
    else await localParticipant.setCameraEnabled(on);
    this.#changed();
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
