// The connection to the media server. Loaded while the lobby is shown, with livekit-client.
import {
  ConnectionState,
  DisconnectReason,
  getLogger,
  LoggerNames,
  type RemoteTrack,
  Room,
  RoomEvent,
  Track,
} from 'livekit-client';
import type { CaptionMessage } from '../../../../contract/generated/guest-api.ts';
import { readCaption } from '../captions/captions.ts';
import { type MediaCounts, measureMedia } from './measure-media.ts';
import { playOnPress } from './play-on-press.ts';
import { type Flow, watchMediaFlow } from './watch-media-flow.ts';
import { watchPeople } from '../people/watch-people.ts';
import type { Person } from '../people/person.ts';
import { MICROPHONE_PROCESSING } from '../devices/open-devices.ts';
import { RoomDevices } from '../devices/room-devices.ts';
import { RoomVideo } from '../stage/room-video.ts';
import { type LocalTrackChange, watchLocalTracks } from '../devices/watch-local-tracks.ts';

const CAPTION_TOPIC = 'caption';

/** `lost`: only the service knows whether the meeting continues. */
export type DisconnectCause = 'taken_over' | 'lost';
export type MediaRoomEvents = {
  onPeople(people: Person[]): void;
  onConnection(connection: 'connected' | 'reconnecting'): void;
  onDisconnected(cause: DisconnectCause): void;
  onCaption(message: CaptionMessage): void;
  onSoundBlocked(blocked: boolean): void;
  /** What another guest sent, unread and untrusted. */
  onGuestData(from: string, topic: string | undefined, payload: Uint8Array): void;
  onLocalTrack(change: LocalTrackChange): void;
};
export type ChosenDevices = {
  microphone: string | null;
  camera: string | null;
  speaker: string | null;
};

// Not `setLogLevel`, which writes an entry for each logger into the browser's storage.
for (const name of Object.values(LoggerNames)) getLogger(name).setDefaultLevel('silent');

/** One connection to the media server. It cannot be reused after `onDisconnected`. */
export class MediaRoom {
  readonly devices: RoomDevices;
  readonly video: RoomVideo;
  readonly #room: Room;
  readonly #events: MediaRoomEvents;
  readonly #notePeople: () => void;
  readonly #closed = new AbortController();
  #wasSignalled = false;

  constructor(events: MediaRoomEvents, chosen: ChosenDevices) {
    this.#events = events;
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      // A phone that freezes a tab has not left the meeting.
      disconnectOnPageLeave: false,
      audioCaptureDefaults: {
        ...MICROPHONE_PROCESSING,
        ...(chosen.microphone === null ? {} : { deviceId: chosen.microphone }),
      },
      videoCaptureDefaults: chosen.camera === null ? {} : { deviceId: chosen.camera },
      ...(chosen.speaker === null ? {} : { audioOutput: { deviceId: chosen.speaker } }),
    });
    const closed = this.#closed.signal;
    this.#notePeople = watchPeople(this.#room, closed, (people) => this.#events.onPeople(people));
    this.devices = new RoomDevices(this.#room, closed, this.#notePeople);
    this.video = new RoomVideo(this.#room, closed);
    this.#listen();
    watchLocalTracks(this.#room, closed, (change) => this.#events.onLocalTrack(change));
    watchMediaFlow(this.#room, closed, (flow) => this.#noteFlow(flow));
    playOnPress(this.#room, closed);
  }

  /** Rejects when the media server cannot be reached or refuses the token. */
  async connect(token: string): Promise<void> {
    await this.#room.connect(location.origin.replace(/^http/, 'ws'), token);
    this.#notePeople();
  }

  /** Whether the media server was ever reached, even if without sound and video. */
  get wasSignalled(): boolean {
    return this.#wasSignalled;
  }

  /** Sends to everyone. Rejects when there is no connection. */
  async send(topic: string, payload: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#room.localParticipant.publishData(payload, { reliable: true, topic });
  }

  /** Null while the browser knows no path to the media server. */
  measure(): Promise<MediaCounts | null> {
    return measureMedia(this.#room);
  }

  /** Must be called from a click when the browser blocked the sound. */
  async startSound(): Promise<void> {
    await this.#room.startAudio();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#room.removeAllListeners();
    for (const person of this.#room.remoteParticipants.values()) {
      for (const { track } of person.audioTrackPublications.values()) track?.detach();
    }
    await this.#room.disconnect(true);
  }

  #listen(): void {
    this.#room
      .on(RoomEvent.TrackSubscribed, playSound)
      // It reads the statistics of each track every two seconds, for a bit rate that the page does
      // not show.
      .on(RoomEvent.TrackSubscribed, (track) => track.stopMonitor())
      .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
      .on(RoomEvent.SignalConnected, () => (this.#wasSignalled = true))
      .on(RoomEvent.ConnectionStateChanged, (state) => this.#noteState(state))
      .on(RoomEvent.Disconnected, (reason) =>
        this.#events.onDisconnected(
          reason === DisconnectReason.DUPLICATE_IDENTITY ? 'taken_over' : 'lost',
        ),
      )
      .on(RoomEvent.AudioPlaybackStatusChanged, () =>
        this.#events.onSoundBlocked(!this.#room.canPlaybackAudio),
      )
      .on(RoomEvent.DataReceived, (payload, sender, _kind, topic, _encryption, senderIdentity) => {
        // Messages of guests carry an identity; only those of the service carry none.
        const from = sender?.identity ?? senderIdentity ?? '';
        if (from !== '') return this.#events.onGuestData(from, topic, payload);
        const message = topic === CAPTION_TOPIC ? readCaption(payload) : null;
        if (message !== null) this.#events.onCaption(message);
      });
  }

  #noteState(state: ConnectionState): void {
    if (state === ConnectionState.Connected) this.#events.onConnection('connected');
    const reconnecting: ConnectionState[] = [
      ConnectionState.Reconnecting,
      ConnectionState.SignalReconnecting,
    ];
    if (reconnecting.includes(state)) this.#events.onConnection('reconnecting');
    this.#notePeople();
  }

  /**
   * Reports a stalled connection before livekit-client does, and withdraws that when data flows
   * again.
   */
  #noteFlow(flow: Flow): void {
    if (this.#room.state !== ConnectionState.Connected) return;
    this.#events.onConnection(flow === 'stalled' ? 'reconnecting' : 'connected');
    // While reconnecting, the stage keeps people who have left.
    this.#notePeople();
  }
}

/** Sound labelled as a camera would get around a lock of the microphone. */
const PLAYED: readonly Track.Source[] = [Track.Source.Microphone, Track.Source.ScreenShareAudio];

function playSound(track: RemoteTrack): void {
  if (track.kind === Track.Kind.Audio && PLAYED.includes(track.source)) track.attach();
}
