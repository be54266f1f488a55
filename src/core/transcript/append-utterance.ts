import { notifyOfTrack } from '../../store/notify.ts';
import {
  type HeldTrack,
  holdTrack,
  markClosed,
  markManyScanned,
  markScanned,
} from '../../store/track.ts';
import {
  fillUtterance,
  insertUtterances,
  listCutUtterances,
  listUtterances,
  type SpokenUtterance,
} from '../../store/utterance.ts';
import { consentedRanges } from './consented-ranges.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import type { RecognizedRange } from '../ports.ts';
import type { Cut, Range } from './cut-utterances.ts';
import { holdRun, type TaskRun } from '../../store/task-run.ts';

export type Progress = {
  trackRef: string;
  cuts: readonly Cut[];
  failed?: readonly Range[];
  scannedSamples: number;
  closed?: boolean;
};

/** The scribe's run that writes. Once it has lost its lease it writes nothing: another scribe cuts on its own. */
export type Attending = TaskRun | null;

/**
 * Writes the ranges that were cut out of a track together with how far it is scanned: a restart
 * continues exactly there. Returns the cuts as written, without what their speaker did not consent to.
 * Throws TranscriptGone, LeaseOver.
 */
export async function appendUtterances(
  ctx: Ctx,
  { trackRef, ...input }: Progress,
  run: Attending = null,
): Promise<Cut[]> {
  return onTrack(ctx, trackRef, run, async (tx, track) => {
    const cuts = consentedRanges(track, input.cuts);
    const failed = (input.failed ?? []).map((range) => ({ ...range, isForced: false }));
    await insertUtterances(tx.db, [
      ...cuts.map((cut) => wordless(trackRef, cut, 'cut', cut.isForced)),
      ...consentedRanges(track, failed).map((range) => wordless(trackRef, range, 'failed')),
    ]);
    await markScanned(tx.db, trackRef, input.scannedSamples);
    if (input.closed) await markClosed(tx.db, trackRef);
    return cuts;
  });
}

/** Whether it only says how far the track is scanned. */
export function isSilence({ cuts, failed, closed }: Progress): boolean {
  return cuts.length === 0 && !failed && !closed;
}

/**
 * Records how far silent tracks are scanned: one statement for all. A restart scans again what is
 * lost of it.
 */
export async function noteScanned(
  ctx: Ctx,
  scannedSamples: ReadonlyMap<string, number>,
  run: Attending = null,
): Promise<void> {
  if (scannedSamples.size > 0) await markManyScanned(ctx.db, scannedSamples, run);
}

/**
 * Audio of this range never reached the spool: the transcript is partial, unless its speaker had declined. Throws
 * TranscriptGone, LeaseOver.
 */
export async function noteAudioLost(
  ctx: Ctx,
  trackRef: string,
  range: Range,
  run: Attending = null,
): Promise<void> {
  await onTrack(ctx, trackRef, run, async (tx, track) => {
    const wanted = consentedRanges(track, [{ ...range, isForced: false }]);
    const lost = wanted.map((part) => wordless(trackRef, part, 'lost'));
    await insertUtterances(tx.db, lost);
  });
}

function wordless(
  trackRef: string,
  { fromSample, toSample }: Range,
  state: 'cut' | 'failed' | 'lost',
  isForced = false,
) {
  return {
    track_ref: trackRef,
    from_sample: fromSample,
    // A loss of less than a sample counts as one.
    to_sample: Math.max(toSample, fromSample + 1),
    state,
    is_forced: isForced,
    text: null,
    language_code: null,
  };
}

export type WaitingUtterance = {
  trackRef: string;
  participantRef: string;
  fromSample: number;
  toSample: number;
};

/** Ranges that are not transcribed yet, the earliest end first. */
export async function listWaitingUtterances(
  ctx: Ctx,
  meetingRef: string,
): Promise<WaitingUtterance[]> {
  return (await listCutUtterances(ctx.db, meetingRef)).map(toWaitingUtterance);
}

/** Ranges with words. */
export async function listRecognized(ctx: Ctx, meetingRef: string): Promise<RecognizedRange[]> {
  const rows = await listUtterances(ctx.db, meetingRef);
  return rows.flatMap((row) =>
    row.text === null
      ? []
      : [{ ...toWaitingUtterance(row), text: row.text, languageCode: row.language_code }],
  );
}

export function toWaitingUtterance(row: SpokenUtterance): WaitingUtterance {
  return {
    trackRef: row.track_ref,
    participantRef: row.participant_ref,
    fromSample: row.from_sample,
    toSample: row.to_sample,
  };
}

/**
 * Records a range's result: its words, that there are none, or that it cannot be decoded (`words`
 * null). False when it already has one.
 */
export async function noteWords(
  ctx: Ctx,
  key: { trackRef: string; fromSample: number },
  words: { text: string; languageCode: string | null } | null,
): Promise<boolean> {
  const filled = await fillUtterance(ctx.db, key, outcomeOf(words));
  if (filled) await notifyOfTrack(ctx.db, 'live', key.trackRef);
  return filled;
}

function outcomeOf(words: { text: string; languageCode: string | null } | null) {
  const wordless = { text: null, languageCode: null };
  if (words === null) return { state: 'failed' as const, ...wordless };
  if (words.text === '') return { state: 'no_words' as const, ...wordless };
  return { state: 'words' as const, ...words };
}

/** Does `work` with the track locked. Throws TranscriptGone when an erasure has deleted the track. */
async function onTrack<T>(
  ctx: Ctx,
  trackRef: string,
  run: Attending,
  work: (tx: TxCtx, track: HeldTrack) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    // In the order in which a meeting's rows are deleted: its tasks come last.
    const track = await holdTrack(tx.db, trackRef);
    if (!track) throw new TranscriptGone();
    await holdLease(tx, run);
    return work(tx, track);
  });
}

/** The transcript was erased meanwhile: results for it are no longer wanted. */
export class TranscriptGone extends Error {
  constructor() {
    super('The transcript was erased');
  }
}

/** Another run has the meeting. */
export class LeaseOver extends Error {}

/** Comes after locks on rows of the meeting, which a deletion also takes first. Throws LeaseOver. */
export async function holdLease(tx: TxCtx, run: Attending): Promise<void> {
  if (run && !(await holdRun(tx.db, run))) throw new LeaseOver();
}
