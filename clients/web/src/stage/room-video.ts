// Cameras and screens of one media connection: which of them are received, and where each is shown.
import { RoomEvent, Track } from 'livekit-client';
import type { RemoteParticipant, Room } from 'livekit-client';
import { videoKey } from '../people/person.ts';
import type { VideoSource } from '../people/person.ts';

const SUBSCRIBE_DELAY_MS = 2000;
const SOURCES = { camera: Track.Source.Camera, screen: Track.Source.ScreenShare } as const;

export class RoomVideo {
  readonly #room: Room;
  #wanted: ReadonlySet<string> | null = null;

  constructor(room: Room, closed: AbortSignal) {
    this.#room = room;
    room.on(RoomEvent.TrackPublished, (_, person) => {
      // After the stage had time to show it: unsubscribing and subscribing again at once confuses
      // media servers.
      setTimeout(() => {
        if (!closed.aborted) this.#subscribe(person);
      }, SUBSCRIBE_DELAY_MS);
    });
  }

  /** Receives only the videos with these keys of `videoKey`. */
  receiveOnly(keys: ReadonlySet<string>): void {
    this.#wanted = keys;
    for (const person of this.#room.remoteParticipants.values()) this.#subscribe(person);
  }

  /** Shows a person's camera or screen in an element; returns a function that stops it. */
  attach(ref: string, source: VideoSource, element: HTMLVideoElement): () => void {
    const track = this.#room
      .getParticipantByIdentity(ref)
      ?.getTrackPublication(SOURCES[source])?.track;
    if (track === undefined) return () => undefined;
    track.attach(element);
    return () => track.detach(element);
  }

  #subscribe(person: RemoteParticipant): void {
    if (this.#wanted === null) return;
    for (const source of ['camera', 'screen'] as const) {
      const publication = person.getTrackPublication(SOURCES[source]);
      publication?.setSubscribed(this.#wanted.has(videoKey(person.identity, source)));
    }
  }
}
