import type { Ctx } from '../../core/context.ts';
import { AttendanceClock } from './attendance-clock.ts';
import type { ScanProgress } from '../captions/scan-progress.ts';
import type { SilenceNote } from '../spool/silence-note.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import type { SpoolCopies } from '../spool/spool-copies.ts';
import type { AttendedTrack } from './attended-tracks.ts';

const SYNC_EVERY_MS = 1_000;
/** Silence is written to the spools of all tracks at once. */
const SILENCE_EVERY_MS = 4_000;
const RESTLESS_MS = 150;
const SCAN_AGAIN_MS = 500;
const ASK_AGAIN_MS = 100;

type UpkeepOptions = {
  ctx: Ctx;
  tracks: Iterable<AttendedTrack>;
  silences: SilenceNote;
  progress: ScanProgress;
  copies: SpoolCopies | null;
  /** False: another scribe may be writing these files, so received sound waits. */
  isHeld(): boolean;
};

/** During a meeting, writes, syncs, copies and scans what is due on its tracks, and notes their silence. */
export class TrackUpkeep {
  readonly #options: UpkeepOptions;
  readonly #clock = new AttendanceClock(() => this.#tick());
  #syncedAtMs = -Infinity;
  #silenceAtMs = -Infinity;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#clock.start();
  }

  /** This track received sound or ended. */
  heard({ spool }: Pick<AttendedTrack, 'spool'>): void {
    if (spool.isDue || spool.isRestless || performance.now() - this.#syncedAtMs >= SYNC_EVERY_MS)
      this.#clock.soon();
  }

  stop(): void {
    this.#clock.stop();
  }

  #tick(): number {
    if (!this.#options.isHeld()) return ASK_AGAIN_MS;
    const now = performance.now();
    const isSync = now - this.#syncedAtMs >= SYNC_EVERY_MS;
    if (isSync) this.#syncedAtMs = now;
    const isSilenceDue = now - this.#silenceAtMs >= SILENCE_EVERY_MS;
    if (isSilenceDue) this.#silenceAtMs = now;
    const silences = new Map<string, Range>();
    let againMs = Infinity;
    for (const track of this.#options.tracks) {
      const { known, spool } = track;
      spool.tick();
      if (spool.isDue || isSilenceDue) this.#follow(track);
      const { silence } = spool;
      if (silence) silences.set(known.trackRef, silence);
      if (isSync) void spool.sync();
      if (spool.isRestless) againMs = RESTLESS_MS;
      else if (spool.isUnsynced)
        againMs = Math.min(againMs, this.#syncedAtMs + SYNC_EVERY_MS - now);
    }
    if (isSync) {
      this.#options.silences.write(silences);
      this.#options.progress.write();
      this.#options.copies?.copy(writtenOf(this.#options.tracks));
    }
    return this.#options.copies?.isInTrouble ? Math.min(againMs, SYNC_EVERY_MS) : againMs;
  }

  #follow({ spool, follower }: AttendedTrack): void {
    const advanced = spool.flush().then(() => {
      if (spool.isUnsynced) this.#clock.within(SYNC_EVERY_MS);
      return follower.advance();
    });
    advanced.catch((error: unknown) => {
      this.#options.ctx.log.debug('scanning is postponed', { component: 'scribe', error });
      this.#clock.within(SCAN_AGAIN_MS);
    });
  }
}

/** The lengths of these tracks' files. */
export function writtenOf(
  tracks: Iterable<AttendedTrack>,
): { trackRef: string; samples: number }[] {
  return [...tracks].map(({ known, spool }) => ({
    trackRef: known.trackRef,
    samples: spool.written,
  }));
}
