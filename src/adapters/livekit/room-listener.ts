import { setTimeout as delay } from 'node:timers/promises';
import type { AudioFrame, AudioStream, RemoteParticipant, RemoteTrack, RemoteTrackPublication } from '@livekit/rtc-node';
import { type ListenerPort, MediaUnavailable, type TrackEar } from '../../core/ports.ts';

/** For frames on their way when a track or a room ends. */
const LAST_FRAMES_MS = 250;
const JOIN_WITHIN_MS = 15_000;
/** The library tries for much longer; a new connection is quicker when the server was started again. */
const RECONNECT_WITHIN_MS = 3_000;
/** Each frame costs an event, which every track's stream looks at, and waits for its end: many people are heard in longer ones. */
const FRAME_MS = { few: 50, many: 100 };
const FEW = 8;
const SAMPLE_RATE_HZ = 16_000;

/** Hears the audio of LiveKit rooms at `url` (ws:// or http://). The native library, 40 MB, is loaded when it is needed soon. */
export function roomListener(url: string): ListenerPort {
  return {
    prepare: () => void import('@livekit/rtc-node').catch(() => {}),
    async join(token, onTrack, onBreak) {
      const rtc = await import('@livekit/rtc-node');
      const room = new rtc.Room();
      const heard = new Map<string, Hearing>();
      const standing = new Set<string>();
      const endAll = async (): Promise<void> => {
        await Promise.all([...heard.values()].map((hearing) => hearing.end()));
      };
      const over = new Promise<number>((resolve) => {
        let brokenAtMs: number | undefined;
        let giveUp: NodeJS.Timeout | undefined;
        const end = (): void => {
          clearTimeout(giveUp);
          const sinceMs = brokenAtMs ?? Date.now();
          resolve(endAll().then(() => sinceMs));
        };
        room.on(rtc.RoomEvent.Disconnected, end);
        room.on(rtc.RoomEvent.Reconnecting, () => {
          brokenAtMs ??= Date.now();
          giveUp ??= setTimeout(end, RECONNECT_WITHIN_MS);
        });
        room.on(rtc.RoomEvent.Reconnected, () => {
          clearTimeout(giveUp);
          giveUp = undefined;
          if (brokenAtMs !== undefined) onBreak(brokenAtMs);
          brokenAtMs = undefined;
        });
      });
      // Video is never asked for: subscribing to everything would make the media server send it.
      const want = (publication: RemoteTrackPublication): void => {
        if (publication.kind === rtc.TrackKind.KIND_AUDIO) publication.setSubscribed(true);
      };
      room.on(rtc.RoomEvent.TrackPublished, want);
      room.on(rtc.RoomEvent.TrackSubscribed, (track: RemoteTrack, publication: RemoteTrackPublication, participant: RemoteParticipant) => {
        const mediaTrackSid = publication.sid;
        if (publication.kind !== rtc.TrackKind.KIND_AUDIO || mediaTrackSid === undefined) return;
        const ear = onTrack({
          identity: participant.identity,
          mediaTrackSid,
          wasThere: standing.has(mediaTrackSid),
          isMuted: () => publication.muted === true,
        });
        if (!ear) return;
        const frameSizeMs = heard.size < FEW ? FRAME_MS.few : FRAME_MS.many;
        const stream = new rtc.AudioStream(track, { sampleRate: SAMPLE_RATE_HZ, numChannels: 1, frameSizeMs });
        void heard.get(mediaTrackSid)?.end();
        heard.set(mediaTrackSid, hearStream(stream, ear));
      });
      room.on(rtc.RoomEvent.TrackUnsubscribed, (_track: RemoteTrack, publication: RemoteTrackPublication) => {
        const sid = publication.sid ?? '';
        void heard.get(sid)?.end();
        heard.delete(sid);
      });
      await connect(() => room.connect(url.replace(/^http/, 'ws'), token, { autoSubscribe: false, dynacast: false }));
      for (const participant of room.remoteParticipants.values())
        for (const publication of participant.trackPublications.values()) {
          if (publication.sid !== undefined) standing.add(publication.sid);
          want(publication);
        }
      const leave = async (): Promise<void> => {
        await room.disconnect();
        await endAll();
      };
      return { over, leave };
    },
  };
}

type Hearing = { end(): Promise<void> };

/** Feeds the ear until the stream ends, or `end` was called and what was on its way has come. */
function hearStream(stream: AudioStream, ear: TrackEar): Hearing {
  let isOver = false;
  const pump = async (): Promise<void> => {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: AudioFrame };
      if (done || !value || isOver) return;
      ear.hear(value.data);
    }
  };
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    ear.end();
  };
  const pumping = pump().then(finish, finish);
  return {
    end: async () => {
      await Promise.race([pumping, delay(LAST_FRAMES_MS)]);
      finish();
    },
  };
}

async function connect(attempt: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MediaUnavailable('the media server did not let the scribe in in time')), JOIN_WITHIN_MS);
  });
  try {
    await Promise.race([attempt(), late]);
  } catch (error) {
    throw error instanceof MediaUnavailable ? error : new MediaUnavailable('the scribe could not join', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
