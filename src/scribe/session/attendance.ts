import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../core/context.ts';
import type { AudibleTrack, RecognizerPort, AudioSink, ObjectStorePort } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { waitAtMost, withTimeout } from '../../core/timing.ts';
import { listWaitingUtterances } from '../../core/transcript/append-utterance.ts';
import { type KnownTrack, listKnownTracks } from '../../core/transcript/open-track.ts';
import { type AttendedTrack, AttendedTracks } from './attended-tracks.ts';
import { AudioLosses } from './audio-losses.ts';
import { keepTrying } from './keep-trying.ts';
import { MeetingSpeech } from '../captions/meeting-speech.ts';
import type { InterimReaders } from '../captions/interim-readers.ts';
import { ScanProgress } from '../captions/scan-progress.ts';
import { SilenceNote, type Silences } from '../spool/silence-note.ts';
import { SpoolCopies } from '../spool/spool-copies.ts';
import { silencePath, spoolPath } from '../spool/spool-path.ts';
import { trackEar } from '../spool/spool-track-audio.ts';
import { TrackUpkeep, writtenOf } from '../spool/track-upkeep.ts';

const DISK_AGAIN_MS = 100;
/** How long the end of a meeting waits for room on the disk. */
const DISK_PATIENCE_MS = 30_000;
/** So long object storage may take for what a scribe on another machine left: the room waits unheard meanwhile. */
const FETCH_WITHIN_MS = 4_000;
/** So long the end of a meeting waits for a copy that is under way; one that comes later is swept away. */
const COPY_ENDS_WITHIN_MS = 2_000;
/** Sound before a range of speech, for the engine. */
const CONTEXT_SAMPLES = 2_000 * SAMPLES_PER_MS;

export type AttendanceOptions = {
  ctx: Ctx;
  recognizer: RecognizerPort;
  spoolRoot: string;
  /** Where spools are copied to, for the scribes of other machines; null or absent: nowhere. */
  spoolStore?: ObjectStorePort | null;
  meetingRef: string;
  /** BCP 47; what the client said is spoken. */
  languageCode(): string | null;
  /** Names and words that the recognizer prefers. */
  terms?(): readonly string[];
  /** Stops everything that waits or repeats. */
  signal: AbortSignal;
  /** Whether the disk takes what is heard. */
  onDisk(works: boolean): void;
  /** Whether the object storage does. */
  onStore?(works: boolean): void;
  interimReaders?: InterimReaders;
};

/**
 * One meeting as a scribe hears it: taken up, heard, flushed to the disk when its room is over, and
 * drained of words.
 */
export class Attendance {
  readonly #options: AttendanceOptions;
  readonly #losses: AudioLosses;
  readonly #silences: SilenceNote;
  readonly #speech: MeetingSpeech;
  readonly #tracks: AttendedTracks;
  readonly #upkeep: TrackUpkeep;
  readonly #copies: SpoolCopies | null;

  constructor(options: AttendanceOptions) {
    this.#options = options;
    const { ctx, spoolRoot, meetingRef } = options;
    const hearing = {
      ...options,
      pathOf: (trackRef: string) => spoolPath(spoolRoot, meetingRef, trackRef),
    };
    this.#losses = new AudioLosses(options);
    this.#silences = new SilenceNote(silencePath(spoolRoot, meetingRef));
    this.#speech = new MeetingSpeech(hearing);
    const notes = { silences: this.#silences, progress: new ScanProgress(ctx) };
    this.#tracks = new AttendedTracks({
      ...hearing,
      ...notes,
      losses: this.#losses,
      speech: this.#speech,
    });
    const { spoolStore: store, onStore = () => {} } = options;
    this.#copies = store
      ? new SpoolCopies({ store, spoolRoot, meetingRef, log: ctx.log, onStore })
      : null;
    this.#upkeep = new TrackUpkeep({ ctx, ...notes, tracks: this.#tracks, copies: this.#copies });
  }

  /** Takes up what an earlier scribe left: rows without words, spools that are not scanned to their end. */
  async resume({ isFlushed }: { isFlushed: boolean }): Promise<void> {
    const { ctx, meetingRef } = this.#options;
    const known = await listKnownTracks(ctx, meetingRef);
    const elsewhere = await this.#fetchLeft(known);
    await this.#speech.load();
    await this.#tracks.load(elsewhere);
    const ends = new Map<AttendedTrack, { endMs: number; leftMs: number }>();
    for (const track of known) {
      if (track.closed) continue;
      const attended = await this.#tracks.attend(track);
      const { spool } = attended;
      const endMs = spool.startedAtMs + spool.written / SAMPLES_PER_MS;
      if (spool.written > 0)
        ends.set(attended, { endMs, leftMs: track.leftAt?.getTime() ?? Infinity });
      // The audio stands on the disk of another machine, or on none.
      const isGone = spool.written === 0 || spool.written < track.scannedSamples;
      if (isGone)
        this.#losses.note(track.trackRef, {
          fromSample: track.scannedSamples,
          toSample: track.scannedSamples + SAMPLES_PER_MS,
        });
    }
    if (!isFlushed) await this.#losses.noteAbsence(ends);
    this.#upkeep.start();
  }

  /**
   * The sink for a track of the room. Its calls never block. `wasUnheard`: the person had not agreed to be heard, so
   * that nothing before is lost.
   */
  hearTrack(track: AudibleTrack, { wasUnheard } = { wasUnheard: false }): AudioSink {
    const heard = { ...track, wasThere: track.wasThere && !wasUnheard };
    const { ctx, meetingRef } = this.#options;
    this.#losses.noteReturn(heard);
    return trackEar({
      isMuted: heard.isMuted,
      isSilentBefore: wasUnheard,
      open: (startedAt) => this.#tracks.open(heard, startedAt),
      onHeard: (track) => this.#upkeep.heard(track),
      onTrouble: (error) =>
        ctx.log.warn('a track is not spooled', { component: 'scribe', meetingRef, error }),
    });
  }

  /** The connection was away from `sinceMs` until now. */
  noteBreak(sinceMs: number): void {
    this.#losses.noteBreak(this.#tracks, sinceMs);
  }

  /** The room is over: all that was heard goes to the disk. */
  async flush(): Promise<void> {
    this.#speech.closeCaptions();
    await this.#tracks.opened();
    for (const { spool } of this.#tracks) {
      const until = Date.now() + DISK_PATIENCE_MS;
      while (!(await spool.flush())) {
        if (Date.now() > until) spool.giveUpWaiting();
        else await delay(DISK_AGAIN_MS, undefined, { signal: this.#options.signal });
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

  /** Scans every spool to its end and waits until each range has its words. */
  async drain(): Promise<void> {
    const { ctx, signal } = this.#options;
    this.#upkeep.stop();
    await Promise.all(
      [...this.#tracks].map(({ follower }) => keepTrying(ctx.log, signal, () => follower.finish())),
    );
    await this.#speech.idle();
    if (this.#copies) await waitAtMost(this.#copies.idle(), COPY_ENDS_WITHIN_MS);
  }

  /** The scribe stops: what it heard gets its words, and the next scribe goes on from there. */
  async handOver(): Promise<void> {
    this.#upkeep.stop();
    await this.#tracks.opened();
    await Promise.all(
      [...this.#tracks].map(async ({ spool, follower }) => {
        await spool.flush();
        await follower.handOver();
      }),
    );
    await Promise.all([this.#speech.idle(), this.#copies?.settle(writtenOf(this.#tracks))]);
  }

  /** Ends without finishing; the next scribe goes on from rows and spools. */
  async close(): Promise<void> {
    this.#upkeep.stop();
    await this.#tracks.opened();
    // Also what is not scanned to its end: an erasure stops it.
    for (const { follower } of this.#tracks)
      this.#options.recognizer.expectEnd(follower.track.trackRef, null);
    await Promise.all([...this.#tracks].map(({ spool }) => spool.close()));
    await this.#silences.close();
    await this.#losses.written();
  }

  /** What another scribe heard and did not scan, or left without words; the silences it noted. */
  async #fetchLeft(known: readonly KnownTrack[]): Promise<Silences> {
    const { ctx, meetingRef } = this.#options;
    if (!this.#copies) return new Map();
    const wanted = new Map<string, number>();
    const want = (trackRef: string, sample: number): void =>
      void wanted.set(trackRef, Math.min(sample - CONTEXT_SAMPLES, wanted.get(trackRef) ?? sample));
    for (const track of known) if (!track.closed) want(track.trackRef, track.scannedSamples);
    for (const { trackRef, fromSample } of await listWaitingUtterances(ctx, meetingRef))
      want(trackRef, fromSample);
    if (wanted.size === 0) return new Map();
    try {
      return await withTimeout(this.#copies.fetch(wanted), FETCH_WITHIN_MS, 'no answer in time');
    } catch (error) {
      ctx.log.warn('the sound that another scribe left was not fetched from the object storage', {
        component: 'scribe',
        meetingRef,
        error,
      });
      return new Map();
    }
  }
}
