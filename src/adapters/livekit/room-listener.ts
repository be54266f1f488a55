import type { AudioFrame, AudioStream, RemoteParticipant, RemoteTrack, RemoteTrackPublication } from '@livekit/rtc-node';
import { type ListenerPort, MediaUnavailable, type TrackEar } from '../../core/ports.ts';

const JOIN_WITHIN_MS = 15_000;
/** 20 frames a second and track: each frame costs an event, and waits for its end. */
const FRAME_MS = 50;
const SAMPLE_RATE_HZ = 16_000;

/** Hears the audio of LiveKit rooms at `url` (ws:// or http://). The native library is loaded at the first join. */
export function roomListener(url: string): ListenerPort {
  return {
    async join(token, onTrack) {
      const rtc = await import('@livekit/rtc-node');
      const room = new rtc.Room();
      const heard = new Map<string, Hearing>();
      const over = new Promise<void>((resolve) => {
        room.on(rtc.RoomEvent.Disconnected, () => {
          for (const hearing of heard.values()) hearing.end();
          resolve();
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
        const ear = onTrack({ identity: participant.identity, mediaTrackSid, isMuted: () => publication.muted === true });
        if (!ear) return;
        const stream = new rtc.AudioStream(track, { sampleRate: SAMPLE_RATE_HZ, numChannels: 1, frameSizeMs: FRAME_MS });
        heard.get(mediaTrackSid)?.end();
        heard.set(mediaTrackSid, hearStream(stream, ear));
      });
      room.on(rtc.RoomEvent.TrackUnsubscribed, (_track: RemoteTrack, publication: RemoteTrackPublication) => {
        const sid = publication.sid ?? '';
        heard.get(sid)?.end();
        heard.delete(sid);
      });
      await connect(() => room.connect(url.replace(/^http/, 'ws'), token, { autoSubscribe: false, dynacast: false }));
      for (const participant of room.remoteParticipants.values()) for (const publication of participant.trackPublications.values()) want(publication);
      return { over, leave: () => room.disconnect() };
    },
  };
}

type Hearing = { end(): void };

function hearStream(stream: AudioStream, ear: TrackEar): Hearing {
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    ear.end();
  };
  const pump = async (): Promise<void> => {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: AudioFrame };
      if (done || !value) break;
      if (!ended) ear.hear(value.data);
    }
    end();
  };
  pump().catch(end);
  return { end };
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
