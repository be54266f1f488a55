import { appendFile, readFile } from 'node:fs/promises';
import type { Ctx } from '../../core/context.ts';
import type { AudibleTrack } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { type Attending, noteAudioLost } from '../../core/transcript/append-utterance.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import type { LeftTrack } from '../../core/transcript/open-track.ts';
import { keepTrying } from './keep-trying.ts';
import { lossPath } from '../spool/spool-path.ts';
import type { SpooledTrack } from '../spool/spool-track-audio.ts';

/** Silence is noted twice a second: a track without news for longer was not being received. */
const HEARD_AT_BREAK_MS = 1_000;
/** How far the stored scan of a track may be behind that of another: an open utterance of 8 s, and delays. */
const MAX_SCAN_LAG_MS = 30_000;
/** Once the scribe is stopping, a loss is stored within this time or not at all. */
const LAST_WORDS_MS = 2_000;

type AudioLossesOptions = {
  ctx: Ctx;
  meetingRef: string;
  signal: AbortSignal;
  spoolRoot: string;
  run?: Attending;
  /** False: another scribe may attend the meeting. */
  isHeld?(): boolean;
};

/** Stores the times in which speech was probably lost because no scribe received it. */
export class AudioLosses {
  readonly #ctx: Ctx;
  readonly #meetingRef: string;
  readonly #signal: AbortSignal;
  readonly #run: Attending;
  readonly #path: string;
  readonly #isHeld: () => boolean;
  /** By identity: people whose track broke off while being received, until they return with another one. */
  readonly #brokenOff = new Map<string, { track: SpooledTrack; lostUntilMs: number }>();
  readonly #writes = new Set<Promise<void>>();

  constructor(options: AudioLossesOptions) {
    const { ctx, meetingRef, signal, spoolRoot, run = null, isHeld = () => true } = options;
    this.#ctx = ctx;
    this.#meetingRef = meetingRef;
    this.#signal = signal;
    this.#run = run;
    this.#path = lossPath(spoolRoot, meetingRef);
    this.#isHeld = isHeld;
  }

  /** Stores what an earlier scribe may have had no time to store. What is stored stays as it is. */
  async restore(): Promise<void> {
    for (const { trackRef, ...range } of await readLosses(this.#path))
      this.#await(this.#store(trackRef, range));
  }

  note(trackRef: string, range: Range): void {
    this.#ctx.log.warn('audio was lost', {
      component: 'scribe',
      meetingRef: this.#meetingRef,
      trackRef,
      durationMs: Math.round((range.toSample - range.fromSample) / SAMPLES_PER_MS),
    });
    if (this.#isHeld()) this.#await(keepLoss(this.#path, { trackRef, ...range }));
    this.#await(this.#store(trackRef, range));
  }

  /** Resolves once it is in the database, or never will be. */
  async #store(trackRef: string, range: Range): Promise<void> {
    const patience = this.#signal.aborted ? AbortSignal.timeout(LAST_WORDS_MS) : this.#signal;
    await keepTrying(this.#ctx.log, patience, () =>
      noteAudioLost(this.#ctx, trackRef, range, this.#run),
    ).catch(() => {});
  }

  #await(work: Promise<void>): void {
    const write = work.finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /**
   * People who were being received when the previous scribe ended may have spoken since, even if no
   * more sound of theirs arrives. `isHeld`: we stood by and received them.
   */
  async noteAbsence(
    left: ReadonlyMap<SpooledTrack, { endMs: number; leftMs: number; isHeld: boolean }>,
  ): Promise<void> {
    const lastMs = Math.max(...[...left.values()].map(({ endMs }) => endMs));
    for (const [{ spool }, { endMs, leftMs, isHeld }] of left) {
      if (isHeld) continue;
      const untilMs = Math.min(this.#nowMs, leftMs);
      const wasHeard = lastMs - endMs < HEARD_AT_BREAK_MS && untilMs - endMs > HEARD_AT_BREAK_MS;
      if (!wasHeard || !(await spool.endsInSound())) continue;
      spool.loseUntil(spool.sampleAt(untilMs));
    }
  }

  /**
   * The connection was lost from `brokenAtMs`, by `performance.now()`, until now: people who were being received then
   * may have spoken.
   */
  noteBreak(tracks: Iterable<SpooledTrack>, brokenAtMs: number): void {
    const now = this.#nowMs;
    const sinceMs = now - (performance.now() - brokenAtMs);
    for (const track of tracks) {
      const { known, heardMs, isHeard, isMuted } = track;
      if (heardMs < sinceMs - HEARD_AT_BREAK_MS || isHeard || isMuted()) continue;
      // The listener fills in silence for missing sound until it knows that the connection is lost.
      this.#noteBetween(track, Math.min(heardMs, sinceMs), now);
      this.#brokenOff.set(known.participantRef, { track, lostUntilMs: now });
    }
  }

  /** A person whose track broke off may have kept speaking until now. */
  noteReturn({ identity, mediaTrackSid }: AudibleTrack): void {
    const broken = this.#brokenOff.get(identity);
    if (!broken) return;
    this.#brokenOff.delete(identity);
    if (broken.track.known.mediaTrackSid !== mediaTrackSid)
      this.#noteBetween(broken.track, broken.lostUntilMs, this.#nowMs);
  }

  /** All that was noted so far is in the database, or never will be. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  get #nowMs(): number {
    return this.#ctx.clock.now().getTime();
  }

  #noteBetween({ known, spool }: SpooledTrack, fromMs: number, toMs: number): void {
    const sampleAt = (ms: number): number => Math.max(0, spool.sampleAt(ms));
    this.note(known.trackRef, { fromSample: sampleAt(fromMs), toSample: sampleAt(toMs) });
  }
}

/** Whether there may be sound of this track after what was scanned: its person did not leave or change tracks then. */
export function mayContinue(track: LeftTrack, all: readonly LeftTrack[]): boolean {
  const endMs = scannedUntilMs(track);
  if (track.leftAt && track.leftAt.getTime() - endMs <= HEARD_AT_BREAK_MS) return false;
  // Shared sound is a second track beside the microphone, and both are scanned at the same time: a change is a start at
  // that moment, or an end long before that of the other.
  return !all.some(
    (other) =>
      other.participantRef === track.participantRef &&
      other.trackRef !== track.trackRef &&
      (Math.abs(other.startedAt.getTime() - endMs) <= HEARD_AT_BREAK_MS ||
        scannedUntilMs(other) - endMs > MAX_SCAN_LAG_MS),
  );
}

function scannedUntilMs({ startedAt, scannedSamples }: LeftTrack): number {
  return startedAt.getTime() + scannedSamples / SAMPLES_PER_MS;
}

type TrackLoss = Range & { trackRef: string };

/**
 * Adds a loss to the file beside the meeting's sound: the database may be away when the scribe is killed. Resolves even
 * when the disk refuses it.
 */
export async function keepLoss(path: string, loss: TrackLoss): Promise<void> {
  // A line that a kill cut off does not spoil this one.
  await appendFile(path, `\n${JSON.stringify(loss)}\n`, { mode: 0o600 }).catch(() => {});
}

/** What was kept by earlier scribes on this machine. */
export async function readLosses(path: string): Promise<TrackLoss[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap(lossIn);
}

function lossIn(line: string): TrackLoss[] {
  try {
    return [JSON.parse(line) as TrackLoss];
  } catch {
    return [];
  }
}
