import type {
  AudioFrame,
  RemoteTrackPublication,
  Room,
  RemoteTrack,
  RemoteParticipant,
} from '@livekit/rtc-node';
import {
  type ListenerPort,
  type MayHear,
  MediaUnavailable,
  type OnTrack,
  type AudioSink,
  TRANSCRIBE_ATTRIBUTE,
} from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import { withTimeout } from '../../core/timing.ts';

const JOIN_WITHIN_MS = 15_000;
const LEAVE_WITHIN_MS = 5_000;

/**
 * Receives the audio of LiveKit rooms at `url` through LiveKit's own SDK: a fallback for our own
 * listener. The SDK conceals losses and pauses with generated sound, so losses go unnoticed.
 */
export function rtcListener(url: string): ListenerPort {
  return {
    prepare: () => void loadSdk().catch(() => {}),
    async join(token, onTrack, mayHear) {
      const sdk = await loadSdk();
      const room = new sdk.Room();
      const over = new Promise<number>((resolve) =>
        room.once(sdk.RoomEvent.Disconnected, () => resolve(Date.now())),
      );
      const standing = new Set<string>();
      const review = (): void => subscribeTo(sdk, room, mayHear);
      const ends = readTracks(sdk, room, { standing, onTrack, review });
      const leave = async (): Promise<void> => {
        await withTimeout(room.disconnect(), LEAVE_WITHIN_MS, 'the room did not close').catch(
          () => {},
        );
        ends();
      };
      void over.then(ends);
      try {
        const options = { autoSubscribe: false, dynacast: false };
        await withTimeout(
          room.connect(url.replace(/^http/, 'ws'), token, options),
          JOIN_WITHIN_MS,
          'the media server did not admit the scribe in time',
        );
      } catch (cause) {
        await leave();
        throw new MediaUnavailable('the scribe could not join', { cause });
      }
      for (const person of room.remoteParticipants.values())
        for (const publication of person.trackPublications.values())
          standing.add(publication.sid ?? '');
      review();
      return { over, review, leave };
    },
  };
}

type Sdk = Awaited<ReturnType<typeof importSdk>>;

const importSdk = () => import('@livekit/rtc-node');

async function loadSdk(): Promise<Sdk> {
  try {
    return await importSdk();
  } catch (cause) {
    throw new Error(
      'PARLEY_LISTENER=livekit needs the package @livekit/rtc-node: run npm install --no-save ' +
        '--save-prod --omit=dev @livekit/rtc-node in the folder of Parley, or set PARLEY_LISTENER=own.',
      { cause },
    );
  }
}

/** Subscribes to one audio track per source of each person, if it may be heard, and to no others. */
function subscribeTo(sdk: Sdk, room: Room, mayHear: MayHear): void {
  const { SOURCE_MICROPHONE, SOURCE_SCREENSHARE_AUDIO } = sdk.TrackSource;
  for (const person of room.remoteParticipants.values()) {
    // Sound labelled as a camera would get around a lock of the microphone.
    const sources = new Set<unknown>([SOURCE_MICROPHONE, SOURCE_SCREENSHARE_AUDIO]);
    const untranscribed = person.attributes[TRANSCRIBE_ATTRIBUTE] === 'off';
    for (const publication of person.trackPublications.values()) {
      if (publication.kind !== sdk.TrackKind.KIND_AUDIO) continue;
      const isWanted =
        sources.delete(publication.source) &&
        mayHear(person.identity, untranscribed, publication.sid ?? '');
      if (publication.subscribed !== isWanted) publication.setSubscribed(isWanted);
    }
  }
}

/**
 * Reads every subscribed audio track; `standing`: tracks that were there before us. The returned
 * function ends the ones that are still being read.
 */
function readTracks(
  sdk: Sdk,
  room: Room,
  {
    standing,
    onTrack,
    review,
  }: { standing: ReadonlySet<string>; onTrack: OnTrack; review: () => void },
): () => void {
  const sinks = new Map<string, AudioSink>();
  const end = (sid: string): void => {
    const sink = sinks.get(sid);
    sinks.delete(sid);
    sink?.end();
  };
  room.on(sdk.RoomEvent.TrackPublished, review);
  room.on(sdk.RoomEvent.TrackUnpublished, review);
  room.on(
    sdk.RoomEvent.TrackSubscribed,
    (track: RemoteTrack, publication: RemoteTrackPublication, person: RemoteParticipant) => {
      const sid = publication.sid ?? '';
      if (track.kind !== sdk.TrackKind.KIND_AUDIO || sinks.has(sid)) return;
      const isMuted = (): boolean => publication.muted ?? false;
      const sink = onTrack({
        identity: person.identity,
        mediaTrackSid: sid,
        wasThere: standing.has(sid),
        isMuted,
      });
      if (!sink) return publication.setSubscribed(false);
      sinks.set(sid, sink);
      const frames = new sdk.AudioStream(track, SAMPLE_RATE_HZ, 1);
      // The track may have been subscribed to anew meanwhile.
      const isOpen = (): boolean => sinks.get(sid) === sink;
      void readFrames(frames, sink, isOpen)
        // The next review subscribes to it again.
        .catch(() => isOpen() && publication.setSubscribed(false))
        .finally(() => isOpen() && end(sid));
    },
  );
  room.on(sdk.RoomEvent.TrackUnsubscribed, (_track, publication) => end(publication.sid ?? ''));
  return () => [...sinks.keys()].forEach(end);
}

async function readFrames(
  frames: ReadableStream<AudioFrame>,
  sink: AudioSink,
  isOpen: () => boolean,
): Promise<void> {
  for await (const { data } of frames) {
    if (!isOpen()) return;
    sink.write(data);
  }
}
