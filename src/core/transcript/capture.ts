import type { ArtifactStatus, MeetingState } from '../../../contract/generated/api.ts';
import { listConsenting } from '../../store/participant/consent.ts';
import { listNames } from '../../store/participant/participant.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { findTranscriptDates } from '../../store/artifact.ts';
import { type CaptureMove, findCaptureReading, moveCapture } from '../../store/capture.ts';
import type { CaptureState } from '../../store/schema.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { notify } from '../../store/notify.ts';
import type { Engine } from '../ports.ts';
import { tryFinishEnding } from '../meeting/try-finish-ending.ts';
import { wasMeetingDeleted } from '../../store/retention.ts';
import { useSecondWords } from '../../store/utterance.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { canonicalTag } from '../validation/check-language-tag.ts';
import { type Attending, holdLease } from './append-utterance.ts';
import { listTerms } from '../vocabulary/list-terms.ts';
import { DAY_MS } from '../timing.ts';

/** People whose names the recognizer prefers. */
const MAX_NAMES = 100;

/** `captureState` is null before the meeting begins, and when it is not transcribed. */
export type CaptureReading = {
  meetingState: MeetingState;
  /** In its canonical form. */
  languageCode: string | null;
  captureState: CaptureState | null;
  transcriptStatus: ArtifactStatus;
  /** The people whom the scribe may hear; null: everyone. */
  consenting: ReadonlySet<string> | null;
  /** What is likely to be said: vocabulary, names, the title's words. Private. */
  terms: string[];
};

/** The state of a meeting's capture; null when the meeting is unknown. */
export async function readCapture(ctx: Ctx, meetingRef: string): Promise<CaptureReading | null> {
  const found = await findCaptureReading(ctx.db, meetingRef);
  if (!found) return null;
  const { options, title, languageCode: named, ...reading } = found;
  const languageCode = named === null ? null : canonicalTag(named);
  const { transcription, vocabulary } = effectiveOptions({ options }, ctx.settings);
  const isAsked = transcription === 'consent';
  const consenting = isAsked ? new Set(await listConsenting(ctx.db, meetingRef)) : null;
  const names = await listNames(ctx.db, meetingRef, MAX_NAMES);
  return { ...reading, languageCode, consenting, terms: listTerms({ vocabulary, names, title }) };
}

/**
 * `done`: the transcript is final and the retention time is over, or the meeting was deleted. `unknown`: this database
 * never had the meeting; it may be the wrong one.
 */
export type SpoolState = 'kept' | 'done' | 'unknown';

/** Whether the spool of this meeting can be deleted; only one that is `done` can. */
export async function readSpoolState(ctx: Ctx, meetingRef: string): Promise<SpoolState> {
  const transcript = await findTranscriptDates(ctx.db, meetingRef);
  if (transcript === undefined)
    return (await wasMeetingDeleted(ctx.db, meetingRef)) ? 'done' : 'unknown';
  if (transcript.expired_at !== null) return 'done';
  if (transcript.status !== 'available' || transcript.available_at === null) return 'kept';
  const keptUntil = transcript.available_at.getTime() + ctx.settings.keep.audioDays * DAY_MS;
  return keptUntil <= ctx.clock.now().getTime() ? 'done' : 'kept';
}

/** A scribe is in the room. */
export function noteCaptureAttending(ctx: Ctx, meetingRef: string, engine: Engine): Promise<void> {
  return advance(ctx, meetingRef, { from: ['wanted'], to: 'attending', engine });
}

/**
 * The room is over and all its audio is in the spool: the meeting may end (M9) before all of it is transcribed. Throws
 * LeaseOver.
 */
export async function noteCaptureFlushed(
  ctx: Ctx,
  meetingRef: string,
  run: Attending = null,
): Promise<void> {
  await advance(ctx, meetingRef, { from: ['wanted', 'attending'], to: 'flushed' }, (tx) =>
    holdLease(tx, run),
  );
  await tryFinishEnding(ctx, meetingRef);
}

/**
 * Every range is decoded or given up: the transcript can be finished now. `second`: the engine of a
 * second pass that was finished; its results replace the live words, in the same
 * transaction. Throws LeaseOver.
 */
export async function noteCaptureDone(
  ctx: Ctx,
  meetingRef: string,
  engine: Engine,
  second: Engine | null = null,
  run: Attending = null,
): Promise<void> {
  await advance(ctx, meetingRef, { from: NOT_DONE, to: 'done', engine }, async (tx) => {
    await holdLease(tx, run);
    if (second !== null && (await useSecondWords(tx.db, meetingRef)) > 0) {
      const at = tx.clock.now();
      await moveCapture(tx.db, meetingRef, { from: ['done'], to: 'done', at, engine: second });
    }
    await putDueTask(tx, 'finish_transcript', meetingRef);
  });
}

/**
 * The scribe's engine does not know the meeting's language: nothing is transcribed, and the
 * transcript will be empty and say why.
 */
export async function refuseCapture(ctx: Ctx, meetingRef: string): Promise<void> {
  // `flushed` too: the engine may have changed with a restart.
  const refusal = 'language_not_supported';
  await advance(ctx, meetingRef, { from: NOT_DONE, to: 'done', refusal });
  await tryFinishEnding(ctx, meetingRef);
}

const NOT_DONE = ['wanted', 'attending', 'flushed'] as const;

/** Moves the capture and tells those who follow it; `then` runs in the same transaction, if the capture moved. */
async function advance(
  ctx: Ctx,
  meetingRef: string,
  move: Omit<CaptureMove, 'at'>,
  then?: (tx: TxCtx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await moveCapture(tx.db, meetingRef, { ...move, at: tx.clock.now() }))) return;
    await then?.(tx);
    await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
}
