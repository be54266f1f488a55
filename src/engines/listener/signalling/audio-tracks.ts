import {
  type ParticipantInfo,
  ParticipantInfo_State,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { TRANSCRIBE_ATTRIBUTE } from '../../../core/ports.ts';

export type AudioTrack = {
  mediaTrackSid: string;
  identity: string;
  participantSid: string;
  source: TrackSource;
  isMuted: boolean;
  /** The sender's token says that nothing may be transcribed. */
  untranscribed: boolean;
};

/** Sound labelled as a camera would get around a lock of the microphone. */
const HEARD: ReadonlySet<TrackSource> = new Set([
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE_AUDIO,
]);

/** The audio tracks published in a room, according to the media server's participant updates. */
export class AudioTracks {
  readonly #tracks = new Map<string, AudioTrack>();

  get(mediaTrackSid: string): AudioTrack | undefined {
    return this.#tracks.get(mediaTrackSid);
  }

  get all(): AudioTrack[] {
    return [...this.#tracks.values()];
  }

  /** One track per source and connection, the first announced: extra tracks of a participant are ignored. */
  get first(): Set<string> {
    const sources = new Set<string>();
    const first = this.all.filter(({ participantSid, source }) => {
      const key = `${participantSid} ${source}`;
      if (sources.has(key)) return false;
      sources.add(key);
      return true;
    });
    return new Set(first.map(({ mediaTrackSid }) => mediaTrackSid));
  }

  /** Each update is a participant's full state; others are unchanged. Returns what is new and what is gone. */
  update(participants: readonly ParticipantInfo[]): { published: AudioTrack[]; gone: string[] } {
    const published: AudioTrack[] = [];
    const gone: string[] = [];
    for (const participant of participants) {
      const isHere = participant.state !== ParticipantInfo_State.DISCONNECTED;
      const audio = isHere
        ? participant.tracks.filter(
            ({ type, source }) => type === TrackType.AUDIO && HEARD.has(source),
          )
        : [];
      const before = this.all.filter((track) => track.participantSid === participant.sid);
      for (const { mediaTrackSid } of before) {
        if (audio.some((track) => track.sid === mediaTrackSid)) continue;
        this.#tracks.delete(mediaTrackSid);
        gone.push(mediaTrackSid);
      }
      for (const { sid, muted, source } of audio) {
        const track = {
          mediaTrackSid: sid,
          identity: participant.identity,
          participantSid: participant.sid,
          source,
          isMuted: muted,
          untranscribed: participant.attributes[TRANSCRIBE_ATTRIBUTE] === 'off',
        };
        if (!this.#tracks.has(sid)) published.push(track);
        this.#tracks.set(sid, track);
      }
    }
    return { published, gone };
  }
}
