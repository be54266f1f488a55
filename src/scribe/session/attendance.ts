import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../core/context.ts';
import type { AudibleTrack, RecognizerPort, ObjectStorePort } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { waitAtMost } from '../../core/timing.ts';
import type { Attending } from '../../core/transcript/append-utterance.ts';
import { listKnownTracks } from '../../core/transcript/open-track.ts';
import { type AttendedTrack, AttendedTracks } from './attended-tracks.ts';
import { AudioLosses, mayContinue } from './audio-losses.ts';
import type { HeldTrack } from './held-room.ts';
import { keepTrying } from './keep-trying.ts';
import { MeetingSpeech } from '../captions/meeting-speech.ts';
import type { InterimReaders } from '../captions/captions.ts';
import { ScanProgress } from '../captions/scan-progress.ts';
import { failAbsent, fetchLeft } from '../spool/fetch-left.ts';
import { SilenceNote } from '../spool/silence-note.ts';
import type { RecentSound } from '../spool/recent-sound.ts';
import { SpoolCopies } from '../spool/spool-copies.ts';
import { silencePath, type Spoken, spoolPath } from '../spool/spool-path.ts';
import { spoolTrackAudio } from '../spool/spool-track-audio.ts';
import { TrackUpkeep, writtenOf } from './track-upkeep.ts';

const DISK_AGAIN_MS = 100;
/** How long the end of a meeting waits for free disk space. */
const DISK_PATIENCE_MS = 30_000;
/** How long the end of a meeting waits for a copy in progress; a later one is deleted by a sweep. */
const COPY_ENDS_WITHIN_MS = 2_000;

export type AttendanceOptions = {
  ctx: Ctx;
  recognizer: RecognizerPort;
  spoolRoot: string;
  /** Where spools are copied for scribes on other machines; null or absent: nowhere. */
  spoolStore?: ObjectStorePort | null;
  meetingRef: string;
  spoken: Spoken;
  /** Stops all waits and retries. */
  signal: AbortSignal;
  /** Whether sound can be written to the disk. */
  onDisk(works: boolean, trackRef: string): void;
  /** Whether sound can be copied to the object storage. */
  onStore?(works: boolean, meetingRef: string): void;
  interimReaders?: InterimReaders;
  /** The lease under which it writes, and whether it is still valid; if absent, nobody else writes. */
  run?: Attending;
  isHeld?(): boolean;
};

type Held = { tracks: readonly HeldTrack[] };
type Resumption = { isFlushed: boolean; held?: Held | undefined };

/**
 * A scribe's attendance of one meeting: resumes it, receives its sound, flushes that to disk when
 * the room is over, and waits for its transcription.
 */
export class Attendance {
  readonly #options: AttendanceOptions & { pathOf(trackRef: string): string };
  readonly #losses: AudioLosses;
  readonly #silences: SilenceNote;
  readonly #speech: MeetingSpeech;
  readonly #tracks: AttendedTracks;
  readonly #upkeep: TrackUpkeep;
  readonly #copies: SpoolCopies | null;

  constructor(options: AttendanceOptions) {
    const { ctx, spoolRoot, meetingRef } = options;
    const pathOf = (trackRef: string): string => spoolPath(spoolRoot, meetingRef, trackRef);
    const hearing = { ...options, pathOf };
    this.#options = hearing;
    this.#losses = new AudioLosses(options);
    this.#silences = new SilenceNote(silencePath(spoolRoot, meetingRef));
    this.#speech = new MeetingSpeech(hearing);
    const progress = new ScanProgress(ctx, options.run);
    const notes = { silences: this.#silences, progress };
    const found = { losses: this.#losses, speech: this.#speech };
    this.#tracks = new AttendedTracks({ ...hearing, ...notes, ...found });
    const { spoolStore: store, onStore = () => {} } = options;
    this.#copies = store
      ? new SpoolCopies({ store, spoolRoot, meetingRef, log: ctx.log, onStore })
      : null;
    this.#upkeep = new TrackUpkeep({
      ctx,
      ...notes,
      tracks: this.#tracks,
      copies: this.#copies,
      isHeld: () => this.#isHeld,
    });
  }

  /**
   * Continues from what an earlier scribe left: untranscribed rows and spools not scanned to their end. `held`: what
   * we received ourselves while that scribe attended.
   */
  async resume({ isFlushed, held }: Resumption): Promise<void> {
    const { ctx, meetingRef, signal } = this.#options;
    // Nobody else has what is held, so a database that is away again must not end this.
    const tried = <T>(work: () => Promise<T>): Promise<T> => keepTrying(ctx.log, signal, work);
    const known = await tried(() => listKnownTracks(ctx, meetingRef));
    const left = { ...this.#options, copies: this.#copies, known };
    const elsewhere = await tried(() => fetchLeft({ ...left, isFlushed }));
    await this.#tracks.load(elsewhere);
    await this.#losses.restore();
    const heldSounds = new Map(held?.tracks.map((one) => [one.track.mediaTrackSid, one.recent]));
    const ends = new Map<AttendedTrack, { endMs: number; leftMs: number; isHeld: boolean }>();
    for (const track of known) {
      if (track.closed) continue;
      const attended = await this.#tracks.attend(track);
      const { spool } = attended;
      const endMs = spool.startedAtMs + spool.written / SAMPLES_PER_MS;
      const isHeld = heldSounds.has(track.mediaTrackSid);
      if (spool.written > 0)
        ends.set(attended, { endMs, leftMs: track.leftAt?.getTime() ?? Infinity, isHeld });
      // The audio is on the disk of another machine, or nowhere.
      const isGone = spool.written === 0 || spool.written < track.scannedSamples;
      if (isGone && !isHeld && mayContinue(track, known))
        spool.loseUntil(track.scannedSamples + SAMPLES_PER_MS);
    }
    if (!isFlushed) await this.#losses.noteAbsence(ends);
    if (held) await this.#takeOver(held);
    await tried(() => failAbsent(left, heldSounds));
    // Only now: zeros in place of missing sound would pass for silence.
    await Promise.all([...this.#tracks].map(({ spool }) => spool.flush()));
    await tried(() => this.#speech.load());
    this.#upkeep.start();
  }

  /** Gives the spools from our memory what the previous scribe could no longer write; a flush writes it. */
  async #takeOver({ tracks }: Held): Promise<void> {
    const taken = tracks.map((one) => {
      const sink = this.hearTrack(one.track, one);
      one.handTo(sink);
      return sink.taken;
    });
    await Promise.all(taken);
  }

  /**
   * The sink for a track of the room. Its calls never block. `wasUnheard`: the person had not agreed to be transcribed,
   * so nothing before now counts as lost.
   */
  hearTrack(
    track: AudibleTrack,
    { wasUnheard, recent }: { wasUnheard: boolean; recent?: RecentSound } = { wasUnheard: false },
  ): ReturnType<typeof spoolTrackAudio> {
    const heard = { ...track, wasThere: track.wasThere && !wasUnheard };
    const { ctx, meetingRef } = this.#options;
    this.#losses.noteReturn(heard);
    return spoolTrackAudio({
      clock: ctx.clock,
      isMuted: heard.isMuted,
      isSilentBefore: wasUnheard,
      recent,
      open: (startedAt) => this.#tracks.open(heard, startedAt),
      onHeard: (track) => this.#upkeep.heard(track),
      onTrouble: (error) =>
        ctx.log.warn('a track is not spooled', { component: 'scribe', meetingRef, error }),
    });
  }

  /** Whether anyone is in the middle of an utterance: a change of scribes would cut it in two. */
  get isMidUtterance(): boolean {
    return [...this.#tracks].some(({ follower }) => follower.isMidUtterance);
  }

  /** The connection was lost from `sinceMs`, by `performance.now()`, until now. */
  noteBreak(sinceMs: number): void {
    this.#losses.noteBreak(this.#tracks, sinceMs);
  }

  /** The room is over: writes all received sound to disk. What the disk refuses for long is lost. */
  async flush(): Promise<void> {
    const untilMs = performance.now() + DISK_PATIENCE_MS;
    this.#speech.closeCaptions();
    await this.#tracks.opened();
    while (!this.#isHeld) await delay(DISK_AGAIN_MS, undefined, { signal: this.#options.signal });
    for (const { spool } of this.#tracks) {
      while (!(await spool.flush())) {
        if (performance.now() > untilMs) {
          spool.giveUpWaiting();
          await spool.flush();
          break;
        }
        await delay(DISK_AGAIN_MS, undefined, { signal: this.#options.signal });
      }
      await spool.sync();
    }
    await this.#losses.written();
  }

  /** Brings all sound of the meeting to this machine. */
  async fetchWhole(): Promise<void> {
    const { ctx, meetingRef } = this.#options;
    const tracks = this.#copies ? await listKnownTracks(ctx, meetingRef) : [];
    await this.#copies?.fetch(new Map(tracks.map(({ trackRef }) => [trackRef, 0])));
  }

  /** Scans every spool to its end and waits until every range is transcribed. */
  async drain(): Promise<void> {
    const { ctx, signal } = this.#options;
    this.#upkeep.stop();
    await Promise.all(
      [...this.#tracks].map(({ follower }) => keepTrying(ctx.log, signal, () => follower.finish())),
    );
    await this.#speech.idle();
    if (this.#copies) await waitAtMost(this.#copies.idle(), COPY_ENDS_WITHIN_MS);
  }

  /** The scribe leaves the room. What its people say until another one comes must not be taken for silence. */
  leave(): void {
    this.#upkeep.stop();
  }

  /** The scribe stops: transcribes what it received. The next one, which receives all since `sinceMs`, continues. */
  async handOver(sinceMs = Infinity): Promise<void> {
    const { ctx, signal } = this.#options;
    this.leave();
    await this.#tracks.opened();
    await Promise.all(
      [...this.#tracks].map(async ({ spool, follower }) => {
        if (this.#isHeld) await spool.flush();
        await keepTrying(ctx.log, signal, () => follower.handOver(spool.sampleAt(sinceMs)));
      }),
    );
    await Promise.all([this.#speech.idle(), this.#copies?.settle(writtenOf(this.#tracks))]);
  }

  /** Ends without finishing. The next scribe continues from rows and spools. */
  async close(): Promise<void> {
    this.#upkeep.stop();
    await this.#tracks.opened();
    // Also for tracks not scanned to their end, as after an erasure.
    for (const { known } of this.#tracks) this.#options.recognizer.expectEnd(known.trackRef, null);
    const isHeld = this.#isHeld;
    await Promise.all(
      [...this.#tracks].map(({ spool }) => (isHeld ? spool.close() : spool.abandon())),
    );
    await this.#silences.close();
    await this.#losses.written();
    const { meetingRef, onDisk, onStore } = this.#options;
    // Nobody tries again, so a fault would be reported forever.
    for (const { known } of this.#tracks) onDisk(true, known.trackRef);
    void this.#copies?.idle().then(() => onStore?.(true, meetingRef));
  }

  /** False: another scribe may write the same files by now. */
  get #isHeld(): boolean {
    return this.#options.isHeld?.() ?? true;
  }
}
