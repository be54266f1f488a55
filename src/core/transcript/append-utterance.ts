import { holdTrack, markClosed, markManyScanned, markScanned } from '../../store/track.ts';
import { fillUtterance, insertUtterances, listCutUtterances } from '../../store/utterance.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import type { Range } from './cut-utterances.ts';
import { TranscriptGone } from './read-transcript.ts';

export type Progress = {
  trackRef: string;
  cuts: readonly Range[];
  failed?: readonly Range[];
  scannedSamples: number;
  closed?: boolean;
};

/**
 * Writes the ranges that were cut out of a track, and how far it is scanned, together: a restart
 * goes on exactly there. Throws TranscriptGone.
 */
export async function appendUtterances(ctx: Ctx, input: Progress): Promise<void> {
  const row = (state: 'cut' | 'failed') => (range: Range) => ({
    track_ref: input.trackRef,
    from_sample: range.fromSample,
    to_sample: range.toSample,
    state,
    text: null,
    language_code: null,
  });
  await onTrack(ctx, input.trackRef, async (tx) => {
    await insertUtterances(tx.db, [
      ...input.cuts.map(row('cut')),
      ...(input.failed ?? []).map(row('failed')),
    ]);
    await markScanned(tx.db, input.trackRef, input.scannedSamples);
    if (input.closed) await markClosed(tx.db, input.trackRef);
  });
}

/** Whether there is nothing in it but how far the track is scanned. */
export function isSilence({ cuts, failed, closed }: Progress): boolean {
  return cuts.length === 0 && !failed && !closed;
}

/**
 * How far tracks are scanned in which nobody speaks, by track: one statement for all. A restart
 * scans again what is lost of it.
 */
export async function noteScanned(
  ctx: Ctx,
  scannedSamples: ReadonlyMap<string, number>,
): Promise<void> {
  if (scannedSamples.size > 0) await markManyScanned(ctx.db, scannedSamples);
}

/** Audio of this range never reached the spool, which makes the transcript partial. Throws TranscriptGone. */
export async function noteAudioLost(ctx: Ctx, trackRef: string, range: Range): Promise<void> {
  // Cuts begin at even samples: an odd one keeps the key of a lost range apart from theirs.
  const fromSample = range.fromSample | 1;
  const toSample = Math.max(range.toSample, fromSample + 1);
  await onTrack(ctx, trackRef, (tx) =>
    insertUtterances(tx.db, [
      {
        track_ref: trackRef,
        from_sample: fromSample,
        to_sample: toSample,
        state: 'lost',
        text: null,
        language_code: null,
      },
    ]),
  );
}

export type WaitingUtterance = {
  trackRef: string;
  participantRef: string;
  fromSample: number;
  toSample: number;
};

/** Ranges without words yet, the one that ended first in front. */
export async function listWaitingUtterances(
  ctx: Ctx,
  meetingRef: string,
): Promise<WaitingUtterance[]> {
  const rows = await listCutUtterances(ctx.db, meetingRef);
  return rows.map((row) => ({
    trackRef: row.track_ref,
    participantRef: row.participant_ref,
    fromSample: row.from_sample,
    toSample: row.to_sample,
  }));
}

/**
 * Fills a range: its words, that there are none, or that it cannot be decoded (`words` null). False
 * when it was filled before.
 */
export async function noteWords(
  ctx: Ctx,
  key: { trackRef: string; fromSample: number },
  words: { text: string; languageCode: string | null } | null,
): Promise<boolean> {
  if (words === null)
    return fillUtterance(ctx.db, key, { state: 'failed', text: null, languageCode: null });
  if (words.text === '')
    return fillUtterance(ctx.db, key, { state: 'no_words', text: null, languageCode: null });
  return fillUtterance(ctx.db, key, { state: 'words', ...words });
}

/** An erasure takes the track away, and with it the place for what the scribe still has to say. */
async function onTrack(
  ctx: Ctx,
  trackRef: string,
  work: (tx: TxCtx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await holdTrack(tx.db, trackRef))) throw new TranscriptGone();
    await work(tx);
  });
}
