// The connection to the media server. Loaded behind the lobby: only this file, describe-person.ts, follow-flow.ts
// and watch-local-tracks.ts know livekit-client.
import {
  ConnectionState,
  DisconnectReason,
  LocalAudioTrack,
  LocalVideoTrack,
  LoggerNames,
  ParticipantKind,
  Room,
  RoomEvent,
  Track,
  getLogger,
} from 'livekit-client';
import type { LocalTrack, Participant, RemoteParticipant, RemoteTrack } from 'livekit-client';
import type { CaptionMessage } from '../../../../contract/generated/guest-api.ts';
import type { DisconnectCause } from './after-disconnect.ts';
import { readCaption } from './captions.ts';
import type { Flow } from './flow-watch.ts';
import { followFlow } from './follow-flow.ts';
import type { DeviceKind } from './device-trouble.ts';
import { describePerson } from './describe-person.ts';
import { cameraConstraints, microphoneConstraints } from './open-devices.ts';
import { pictureKey } from './person.ts';
import type { Person, PictureSource } from './person.ts';
import { watchLocalTracks } from './watch-local-tracks.ts';
import type { LocalTrackNews } from './watch-local-tracks.ts';

const STAGE_MS = 2000;
const CAPTION_TOPIC = 'caption';
const SOURCES = { camera: Track.Source.Camera, screen: Track.Source.ScreenShare } as const;

export type MediaRoomEvents = {
  onPeople(people: Person[]): void;
  onConnection(connection: 'connected' | 'reconnecting'): void;
  onDisconnected(cause: DisconnectCause): void;
  onCaption(message: CaptionMessage): void;
  onSoundBlocked(blocked: boolean): void;
  /** What another guest sent, unread and untrusted. */
  onGuestData(from: string, topic: string | undefined, payload: Uint8Array): void;
  onNewcomer(ref: string): void;
  onLocalTrack(news: LocalTrackNews): void;
};
export type ChosenDevices = { microphone: string | null; camera: string | null; speaker: string | null };

// Silent without `setLogLevel`, which would write a line for each logger into this device's storage.
for (const name of Object.values(LoggerNames)) getLogger(name).setDefaultLevel('silent');

/** One connection to the media server. After `onDisconnected` it is used up: make another. */
export class MediaRoom {
  readonly #room: Room;
  readonly #events: MediaRoomEvents;
  readonly #unwatch: () => void;
  #peopleDue = false;
  #watched: ReadonlySet<string> | null = null;
  #closed = false;

  constructor(events: MediaRoomEvents, chosen: ChosenDevices) {
    this.#events = events;
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      // The page decides when it leaves: a phone that freezes a tab has not left the meeting.
      disconnectOnPageLeave: false,
      audioCaptureDefaults: chosen.microphone === null ? {} : { deviceId: chosen.microphone },
      videoCaptureDefaults: chosen.camera === null ? {} : { deviceId: chosen.camera },
      ...(chosen.speaker === null ? {} : { audioOutput: { deviceId: chosen.speaker } }),
    });
    this.#listen();
    const unwatchTracks = watchLocalTracks(this.#room, (news) => this.#events.onLocalTrack(news));
    const unfollowFlow = followFlow(this.#room, (flow) => this.#noteFlow(flow));
    this.#unwatch = () => {
      unwatchTracks();
      unfollowFlow();
    };
  }

  /** Rejects when the media server cannot be reached or refuses the token. */
  async connect(token: string): Promise<void> {
    await this.#room.connect(location.origin.replace(/^http/, 'ws'), token);
    this.#notePeople();
  }

  /** Goes on with a track that the lobby opened. */
  async publish(kind: DeviceKind, media: MediaStreamTrack): Promise<void> {
    const source = kind === 'microphone' ? Track.Source.Microphone : Track.Source.Camera;
    // The guest may have turned the device on here while the lobby still waited for it.
    if (this.#closed || this.#room.localParticipant.getTrackPublication(source) !== undefined) return media.stop();
    const { deviceId = null } = media.getSettings();
    // As a track of the room's own (third argument), so that turning the camera off releases it.
    if (kind === 'microphone') {
      const track = new LocalAudioTrack(media, microphoneConstraints(deviceId), false);
      // The cast mends livekit-client's declarations, which exactOptionalPropertyTypes finds fault with.
      await this.#room.localParticipant.publishTrack(track as LocalTrack, { source });
    } else {
      const track = new LocalVideoTrack(media, cameraConstraints(deviceId), false);
      await this.#room.localParticipant.publishTrack(track, { source });
    }
  }

  /** Rejects with what getUserMedia threw when the device cannot be opened. */
  async turn(kind: DeviceKind, on: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    const track = localParticipant.getTrackPublication(kind === 'microphone' ? Track.Source.Microphone : Track.Source.Camera)?.track;
    // A phone took the device away meanwhile: what is left of it would stay silent.
    if (on && track !== undefined && (track.mediaStreamTrack.readyState === 'ended' || track.mediaStreamTrack.muted))
      await track.restartTrack();
    if (kind === 'microphone') await localParticipant.setMicrophoneEnabled(on);
    else await localParticipant.setCameraEnabled(on);
    this.#notePeople();
  }

  async choose(kind: DeviceKind | 'speaker', deviceId: string): Promise<void> {
    const kinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;
    await this.#room.switchActiveDevice(kinds[kind], deviceId);
  }

  activeDevice(kind: DeviceKind | 'speaker'): string | undefined {
    const kinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;
    return this.#room.getActiveDevice(kinds[kind]);
  }

  /** Asks the guest what to share, with its sound where the browser has it. Rejects when the guest or the browser refuses. */
  async shareScreen(on: boolean): Promise<void> {
    await this.#room.localParticipant.setScreenShareEnabled(on, {
      audio: true,
      systemAudio: 'include',
      selfBrowserSurface: 'exclude',
      surfaceSwitching: 'include',
      contentHint: 'detail',
    });
    this.#notePeople();
  }

  /** Receives video of what is on the stage and of nothing else. Keys are those of `pictureKey`. */
  watch(keys: ReadonlySet<string>): void {
    this.#watched = keys;
    for (const person of this.#room.remoteParticipants.values()) this.#subscribe(person);
  }

  /** To everybody, or to those alone. Rejects when there is no connection. */
  async send(topic: string, payload: Uint8Array<ArrayBuffer>, to?: readonly string[]): Promise<void> {
    const destination = to === undefined ? {} : { destinationIdentities: [...to] };
    await this.#room.localParticipant.publishData(payload, { reliable: true, topic, ...destination });
  }

  /** Shows a person's camera or screen in an element; answers how to stop. */
  showVideo(ref: string, source: PictureSource, element: HTMLVideoElement): () => void {
    const person = this.#people().find(({ identity }) => identity === ref);
    const track = person?.getTrackPublication(SOURCES[source])?.track;
    if (track === undefined) return () => undefined;
    track.attach(element);
    return () => track.detach(element);
  }

  /** The microphone as it is sent; null while there is none. */
  microphoneTrack(): MediaStreamTrack | null {
    return this.#room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track?.mediaStreamTrack ?? null;
  }

  /** Must follow a click where the browser blocked the sound. */
  async startSound(): Promise<void> {
    await this.#room.startAudio();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    this.#room.removeAllListeners();
    for (const person of this.#room.remoteParticipants.values()) {
      for (const { track } of person.audioTrackPublications.values()) track?.detach();
    }
    await this.#room.disconnect(true);
  }

  #listen(): void {
    const people = [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.ParticipantNameChanged,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.LocalTrackPublished,
      RoomEvent.LocalTrackUnpublished,
      RoomEvent.ActiveSpeakersChanged,
      RoomEvent.ConnectionQualityChanged,
    ] as const;
    for (const event of people) this.#room.on(event, () => this.#notePeople());
    this.#room
      .on(RoomEvent.TrackSubscribed, playSound)
      // Else every track's statistics are read every two seconds, for a bit rate that the page does not show.
      .on(RoomEvent.TrackSubscribed, (track) => track.stopMonitor())
      .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
      .on(RoomEvent.ConnectionStateChanged, (state) => this.#noteState(state))
      .on(RoomEvent.Disconnected, (reason) => this.#events.onDisconnected(causeOf(reason)))
      .on(RoomEvent.AudioPlaybackStatusChanged, () => this.#events.onSoundBlocked(!this.#room.canPlaybackAudio))
      .on(RoomEvent.DataReceived, (payload, sender, _kind, topic, _encryption, senderIdentity) => {
        // What a guest sends carries the guest's identity; only the service's own messages carry none.
        const from = sender?.identity ?? senderIdentity ?? '';
        if (from !== '') return this.#events.onGuestData(from, topic, payload);
        const message = topic === CAPTION_TOPIC ? readCaption(payload) : null;
        if (message !== null) this.#events.onCaption(message);
      })
      .on(RoomEvent.ParticipantConnected, ({ identity }) => this.#events.onNewcomer(identity))
      .on(RoomEvent.TrackPublished, (_, person) => {
        // Once the stage had time to show it: letting go of it and asking again at once confuses media servers.
        setTimeout(() => {
          if (!this.#closed) this.#subscribe(person);
        }, STAGE_MS);
      });
  }

  #subscribe(person: RemoteParticipant): void {
    if (this.#watched === null) return;
    for (const source of ['camera', 'screen'] as const) {
      const publication = person.getTrackPublication(SOURCES[source]);
      publication?.setSubscribed(this.#watched.has(pictureKey(person.identity, source)));
    }
  }

  #noteState(state: ConnectionState): void {
    if (state === ConnectionState.Connected) this.#events.onConnection('connected');
    const again: ConnectionState[] = [ConnectionState.Reconnecting, ConnectionState.SignalReconnecting];
    if (again.includes(state)) this.#events.onConnection('reconnecting');
    this.#notePeople();
  }

  /** Says it before livekit-client notices, and takes it back when that found nothing wrong. */
  #noteFlow(flow: Flow): void {
    if (this.#room.state !== ConnectionState.Connected) return;
    this.#events.onConnection(flow === 'stalled' ? 'reconnecting' : 'connected');
    // Who went meanwhile was kept on the stage.
    this.#notePeople();
  }

  /** Many events come at once: the people are read once after them. */
  #notePeople(): void {
    if (this.#peopleDue || this.#closed) return;
    this.#peopleDue = true;
    queueMicrotask(() => {
      this.#peopleDue = false;
      if (this.#closed || this.#room.localParticipant.identity === '') return;
      this.#events.onPeople(this.#people().map(describePerson));
    });
  }

  #people(): Participant[] {
    const others = [...this.#room.remoteParticipants.values()].filter(({ kind }) => kind === ParticipantKind.STANDARD);
    return [this.#room.localParticipant, ...others];
  }
}

function playSound(track: RemoteTrack): void {
  if (track.kind === Track.Kind.Audio) track.attach();
}

function causeOf(reason: DisconnectReason | undefined): DisconnectCause {
  if (reason === DisconnectReason.DUPLICATE_IDENTITY) return 'taken_over';
  const closed = [DisconnectReason.PARTICIPANT_REMOVED, DisconnectReason.ROOM_DELETED, DisconnectReason.ROOM_CLOSED];
  // `lost` is also livekit-client's own disconnect when the browser freezes the tab: we did not ask for it.
  return reason !== undefined && closed.includes(reason) ? 'closed' : 'lost';
}
