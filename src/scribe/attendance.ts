import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../core/context.ts';
import type { HeardTrack, RecogniserPort, TrackEar } from '../core/ports.ts';
import { appendUtterances, isSilence, noteScanned, type Progress } from '../core/transcript/append-utterance.ts';
import type { OpenSpeech, Range } from '../core/transcript/cut-utterances.ts';
import { type KnownTrack, listKnownTracks, openTrack } from '../core/transcript/open-track.ts';
import { AttendanceClock } from './attendance-clock.ts';
import type { AttendedTrack } from './attended-track.ts';
import { AudioLosses } from './audio-losses.ts';
import { Captions } from './captions.ts';
import { keepTrying } from './keep-trying.ts';
import { PartialCaptions } from './partial-captions.ts';
import { SilenceNote, type Silences } from './silence-note.ts';
import { silencePath, spoolPath } from './spool-path.ts';
import { type EarTrack, trackEar } from './track-ear.ts';
import { TrackFollower } from './track-follower.ts';
import { SAMPLES_PER_MS } from '../core/sound.ts';
import { TrackSpool } from './track-spool.ts';
import { WordQueue } from './word-queue.ts';

const SYNC_EVERY_MS = 1_000;
/** Silence goes into the spools of all tracks at once. */
const SILENCE_EVERY_MS = 4_000;
const RESTLESS_MS = 150;
const SCAN_AGAIN_MS = 500;
const DISK_AGAIN_MS = 100;
/** How long the end of a meeting waits for room on the disk. */
const DISK_PATIENCE_MS = 30_000;

export type AttendanceOptions = {
  ctx: Ctx;
  recogniser: RecogniserPort;
  spoolRoot: string;
  meetingRef: string;
  /** BCP 47; what the client said is spoken. */
  languageCode(): string | null;
  /** Stops everything that waits or repeats. */
  signal: AbortSignal;
  /** Whether the disk takes what is heard. */
  onDisk(works: boolean): void;
};

/** All that a scribe holds of one meeting: a spool and a follower for each track, and the queue of ranges without words. */
export class Attendance {
  readonly #options: AttendanceOptions;
  readonly #tracks = new Map<string, AttendedTrack>();
  readonly #opening = new Map<string, Promise<AttendedTrack | null>>();
  readonly #captions: Captions;
  readonly #partials: PartialCaptions;
  readonly #words: WordQueue;
  readonly #losses: AudioLosses;
  readonly #clock = new AttendanceClock(() => this.#tick());
  readonly #silences: SilenceNote;
  /** What the scribe before us noted. */
  #known: Silences = new Map();
  /** How far tracks are scanned in which nobody speaks. */
  #scanned = new Map<string, number>();
  #syncedAtMs = -Infinity;
  #silenceAtMs = -Infinity;

  constructor(options: AttendanceOptions) {
    this.#options = options;
    this.#losses = new AudioLosses(options);
    const { ctx, spoolRoot, meetingRef } = options;
    this.#silences = new SilenceNote(silencePath(spoolRoot, meetingRef));
    this.#captions = new Captions(ctx, meetingRef);
    const hearing = { ...options, captions: this.#captions, pathOf: (trackRef: string) => spoolPath(spoolRoot, meetingRef, trackRef) };
    this.#partials = new PartialCaptions(hearing);
    this.#words = new WordQueue({ ...hearing, onPrepared: (utterance, words) => this.#partials.suspect(utterance, words) });
  }

  /** Takes up what an earlier scribe left: rows without words, spools that are not scanned to their end. */
  async resume({ isFlushed }: { isFlushed: boolean }): Promise<void> {
    await this.#words.load();
    this.#known = await this.#silences.read();
    const ends = new Map<AttendedTrack, { endMs: number; leftMs: number }>();
    for (const track of await listKnownTracks(this.#options.ctx, this.#options.meetingRef)) {
      if (track.closed) continue;
      const attended = await this.#attend(track);
      const { spool } = attended;
      const endMs = spool.startedAtMs + spool.written / SAMPLES_PER_MS;
      if (spool.written > 0) ends.set(attended, { endMs, leftMs: track.leftAt?.getTime() ?? Infinity });
      // The audio stands on the disk of another machine, or on none.
      const isGone = spool.written === 0 || spool.written < track.scannedSamples;
      if (isGone) this.#losses.note(track.trackRef, { fromSample: track.scannedSamples, toSample: track.scannedSamples + SAMPLES_PER_MS });
    }
    if (!isFlushed) await this.#losses.noteAbsence(ends);
    this.#clock.start();
  }

  /** The ear for a track of the room. Its calls never block. */
  hearTrack(heard: HeardTrack): TrackEar {
    const { ctx, meetingRef } = this.#options;
    const onTrouble = (error: unknown): void => ctx.log.warn('a track is not spooled', { component: 'scribe', meetingRef, error });
    this.#losses.noteReturn(heard);
    const onHeard = ({ spool }: EarTrack): void => {
      if (spool.isDue || spool.isRestless || performance.now() - this.#syncedAtMs >= SYNC_EVERY_MS) this.#clock.soon();
    };
    return trackEar({ isMuted: heard.isMuted, open: (startedAt) => this.#openTrack(heard, startedAt), onHeard, onTrouble });
  }

  /** The connection was away from `sinceMs` until now. */
  noteBreak(sinceMs: number): void {
    this.#losses.noteBreak(this.#tracks.values(), sinceMs);
  }

  /** The room is over: all that was heard goes to the disk. */
  async flush(): Promise<void> {
    this.#captions.close();
    await Promise.allSettled(this.#opening.values());
    for (const { spool } of this.#tracks.values()) {
      const until = Date.now() + DISK_PATIENCE_MS;
      while (!(await spool.flush())) {
        if (Date.now() > until) spool.giveUpWaiting();
        else await delay(DISK_AGAIN_MS, undefined, { signal: this.#options.signal });
      }
      await spool.sync();
    }
    await this.#losses.written();
  }

  /** Scans every spool to its end and waits until each range has its words. */
  async drain(): Promise<void> {
    const { ctx, signal } = this.#options;
    this.#clock.stop();
    await Promise.all([...this.#tracks.values()].map(({ follower }) => keepTrying(ctx.log, signal, () => follower.finish())));
    await this.#words.idle();
  }

  /** Ends without finishing; the next scribe goes on from rows and spools. */
  async close(): Promise<void> {
    this.#clock.stop();
    await Promise.allSettled(this.#opening.values());
    // Also what is not scanned to its end: an erasure stops it, and the recogniser keeps a voice detector for each track.
    for (const { follower } of this.#tracks.values()) this.#options.recogniser.forget(follower.track.trackRef);
    await Promise.all([...this.#tracks.values()].map(({ spool }) => spool.close()));
    await this.#silences.close();
    await this.#losses.written();
  }

  #openTrack(heard: HeardTrack, startedAt: Date): Promise<AttendedTrack | null> {
    const known = this.#opening.get(heard.mediaTrackSid);
    if (known) return known;
    const { ctx, meetingRef, signal } = this.#options;
    const opening = keepTrying(ctx.log, signal, async () => {
      const track = await openTrack(ctx, {
        meetingRef,
        participantRef: heard.identity,
        mediaTrackSid: heard.mediaTrackSid,
        wasThere: heard.wasThere,
        startedAt,
      });
      return track && this.#attend(track);
    });
    this.#opening.set(heard.mediaTrackSid, opening);
    return opening;
  }

  async #attend(track: KnownTrack): Promise<AttendedTrack> {
    const standing = this.#tracks.get(track.mediaTrackSid);
    if (standing) return standing;
    const { recogniser, spoolRoot, meetingRef } = this.#options;
    const spool = await TrackSpool.open({
      path: spoolPath(spoolRoot, meetingRef, track.trackRef),
      startedAt: track.startedAt,
      silence: this.#known.get(track.trackRef),
      onLost: (range) => this.#losses.note(track.trackRef, range),
      onTrouble: (error) => this.#noteTrouble(track.trackRef, error),
    });
    const waiting = (range: Range) => ({ trackRef: track.trackRef, participantRef: track.participantRef, ...range });
    const onLikely = (_: KnownTrack, range: Range) => this.#words.prepare(waiting(range));
    const onCuts = (_: KnownTrack, cuts: readonly Range[]) => {
      this.#partials.forget(track.trackRef);
      this.#words.add(cuts.map(waiting));
    };
    const onOpen = (_: KnownTrack, speech: OpenSpeech) => {
      this.#words.withdraw(track.trackRef);
      this.#partials.follow(track, speech);
    };
    const follower = new TrackFollower({ recogniser, keep: (progress) => this.#keep(progress), onLikely, onCuts, onOpen }, track, spool);
    const attended: AttendedTrack = { spool, follower, heardMs: 0, isHeard: false, isMuted: () => false };
    this.#tracks.set(track.mediaTrackSid, attended);
    return attended;
  }

  #tick(): number {
    const now = performance.now();
    const isSync = now - this.#syncedAtMs >= SYNC_EVERY_MS;
    if (isSync) this.#syncedAtMs = now;
    const isSilenceDue = now - this.#silenceAtMs >= SILENCE_EVERY_MS;
    if (isSilenceDue) this.#silenceAtMs = now;
    const silences = new Map<string, Range>();
    let againMs = Infinity;
    for (const { spool, follower } of this.#tracks.values()) {
      spool.tick();
      if (spool.isDue || isSilenceDue) this.#follow(spool, follower);
      const { silence } = spool;
      if (silence) silences.set(follower.track.trackRef, silence);
      if (isSync) void spool.sync();
      if (spool.isRestless) againMs = RESTLESS_MS;
      else if (spool.isUnsynced) againMs = Math.min(againMs, this.#syncedAtMs + SYNC_EVERY_MS - now);
    }
    if (isSync) this.#noteSilence(silences);
    return againMs;
  }

  #noteSilence(silences: Silences): void {
    this.#silences.write(silences);
    const { ctx } = this.#options;
    noteScanned(ctx, this.#scanned).catch((error: unknown) => ctx.log.debug('scanning is not noted', { component: 'scribe', error }));
    this.#scanned = new Map();
  }

  async #keep(progress: Progress): Promise<void> {
    if (isSilence(progress)) this.#scanned.set(progress.trackRef, progress.scannedSamples);
    else await appendUtterances(this.#options.ctx, progress);
  }

  #follow(spool: TrackSpool, follower: TrackFollower): void {
    const advanced = spool.flush().then(() => {
      if (spool.isUnsynced) this.#clock.within(SYNC_EVERY_MS);
      return follower.advance();
    });
    advanced.catch((error: unknown) => {
      this.#options.ctx.log.debug('scanning waits', { component: 'scribe', error });
      this.#clock.within(SCAN_AGAIN_MS);
    });
  }

  #noteTrouble(trackRef: string, error: Error | null): void {
    const fields = { component: 'scribe', meetingRef: this.#options.meetingRef, trackRef };
    if (error)
      this.#options.ctx.log.error(
        'the spool cannot be written: make room on the disk of the data folder. 60 s of speech are kept in memory meanwhile',
        { ...fields, error },
      );
    else this.#options.ctx.log.info('the spool is written again', fields);
    this.#options.onDisk(error === null);
  }
}
