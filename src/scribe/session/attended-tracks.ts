import type { Ctx } from '../../core/context.ts';
import type { AudibleTrack, RecognizerPort } from '../../core/ports.ts';
import type { Attending } from '../../core/transcript/append-utterance.ts';
import { type KnownTrack, openTrack } from '../../core/transcript/open-track.ts';
import type { AudioLosses } from './audio-losses.ts';
import { keepTrying } from './keep-trying.ts';
import type { MeetingSpeech } from '../captions/meeting-speech.ts';
import type { ScanProgress } from '../captions/scan-progress.ts';
import { joinSilences, type SilenceNote, type Silences } from '../spool/silence-note.ts';
import { type FollowerOptions, TrackFollower } from '../captions/track-follower.ts';
import { TrackSpool } from '../spool/track-spool.ts';
import type { SpooledTrack } from '../spool/spool-track-audio.ts';

type AttendedTracksOptions = {
  ctx: Ctx;
  recognizer: RecognizerPort;
  meetingRef: string;
  pathOf(trackRef: string): string;
  signal: AbortSignal;
  /** Whether sound can be written to the disk. */
  onDisk(works: boolean, trackRef: string): void;
  losses: AudioLosses;
  silences: SilenceNote;
  speech: MeetingSpeech;
  progress: ScanProgress;
  run?: Attending;
};

/** The tracks of one meeting, each opened once and followed from then on. */
export class AttendedTracks {
  readonly #options: AttendedTracksOptions;
  readonly #following: FollowerOptions;
  readonly #tracks = new Map<string, AttendedTrack>();
  readonly #opening = new Map<string, Promise<AttendedTrack | null>>();
  /** The silences noted by the previous scribe. */
  #silences: Silences = new Map();

  constructor(options: AttendedTracksOptions) {
    this.#options = options;
    const { meetingRef, recognizer, signal, speech, progress } = options;
    this.#following = {
      meetingRef,
      recognizer,
      signal,
      keep: (scanned) => progress.keep(scanned),
      onLikely: (track, range) => speech.prepare(track, range),
      onCuts: (track, cuts, kept) => speech.add(track, cuts, kept),
      onOpen: (track, open) => speech.follow(track, open),
    };
  }

  /** Loads how far an earlier scribe heard silence, here or elsewhere. Call before any track is opened. */
  async load(elsewhere: Silences): Promise<void> {
    this.#silences = joinSilences(await this.#options.silences.read(), elsewhere);
  }

  [Symbol.iterator](): Iterator<AttendedTrack> {
    return this.#tracks.values();
  }

  /** Opens a track of the room, which began at `startedAt` unless already known; null if it is not wanted. */
  open(heard: AudibleTrack, startedAt: Date): Promise<AttendedTrack | null> {
    const standing = this.#opening.get(heard.mediaTrackSid);
    if (standing) return standing;
    const { ctx, meetingRef, signal, run = null } = this.#options;
    const opening = keepTrying(ctx.log, signal, async () => {
      const track = await openTrack(ctx, {
        meetingRef,
        participantRef: heard.identity,
        mediaTrackSid: heard.mediaTrackSid,
        wasThere: heard.wasThere,
        startedAt,
        run,
      });
      return track && this.attend(track);
    });
    this.#opening.set(heard.mediaTrackSid, opening);
    return opening;
  }

  /** No track is being opened any more. */
  async opened(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
  }

  /** Attends a track that already has a row. */
  async attend(known: KnownTrack): Promise<AttendedTrack> {
    const standing = this.#tracks.get(known.mediaTrackSid);
    if (standing) return standing;
    const { pathOf, losses } = this.#options;
    const spool = await TrackSpool.open({
      path: pathOf(known.trackRef),
      startedAt: known.startedAt,
      silence: this.#silences.get(known.trackRef),
      scannedSamples: known.scannedSamples,
      onLost: (range) => losses.note(known.trackRef, range),
      onTrouble: (error) => this.#noteTrouble(known.trackRef, error),
    });
    const follower = new TrackFollower(this.#following, known, spool);
    const attended: AttendedTrack = {
      known,
      spool,
      follower,
      heardMs: 0,
      isHeard: false,
      isMuted: () => false,
    };
    this.#tracks.set(known.mediaTrackSid, attended);
    return attended;
  }

  #noteTrouble(trackRef: string, error: Error | null): void {
    const fields = { component: 'scribe', meetingRef: this.#options.meetingRef, trackRef };
    if (error)
      this.#options.ctx.log.error(
        'the spool cannot be written: free space on the disk of the data folder. 60 s of ' +
          'speech are kept in memory meanwhile',
        { ...fields, error },
      );
    else this.#options.ctx.log.info('the spool can be written again', fields);
    this.#options.onDisk(error === null, trackRef);
  }
}

/** One track of a meeting: its spool, its audio sink, and the follower that cuts it into utterances. */
export type AttendedTrack = SpooledTrack & { follower: TrackFollower };
