import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../core/context.ts';
import type { Engine, ListenerPort, ObjectStorePort, RecognizerPort } from '../../core/ports.ts';
import { ProcessStopping, type Task } from '../../core/task/task.ts';
import { listRecognized, TranscriptGone } from '../../core/transcript/append-utterance.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { Attendance } from './attendance.ts';
import type { HeldRooms } from './stand-by.ts';
import { engineOf, stayInRoom } from './stay-in-room.ts';
import { keepTrying } from './keep-trying.ts';
import { whenReplaced } from './when-replaced.ts';
import type { MeetingNews } from './meeting-news.ts';
import type { InterimReaders } from '../captions/captions.ts';
import { secondPass } from '../captions/second-pass.ts';
import { type Spoken, spoolPath } from '../spool/spool-path.ts';
import {
  type CaptureReading,
  noteCaptureDone,
  noteCaptureFlushed,
  readCapture,
  refuseCapture,
} from '../../core/transcript/capture.ts';

/** How often we check whether the transcript was finished without us. */
const LOOK_EVERY_MS = 3_000;
/**
 * How long a stopping scribe waits for another one and works on the last audio. Alone it does not wait, and its spool
 * stays: the sooner it starts again, the less is missed.
 */
const HAND_OVER_WITHIN_MS = { alone: 4_500, replaced: 7_000 };
/** People are waiting for the transcript. */
const STORE_AWAY_MS = 60_000;
/** The longest timeout of a timer: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Scribe = {
  recognizer: RecognizerPort;
  /** The engine for a second pass after the meeting. */
  second?: RecognizerPort | null;
  listener: ListenerPort;
  spoolRoot: string;
  /** Copies of the spools, for scribes on other machines. */
  spoolStore?: ObjectStorePort | null;
  /** How long a second pass waits for a storage that fails. */
  storeAwayMs?: number;
  onDisk(works: boolean, trackRef: string): void;
  onStore?(works: boolean, meetingRef: string): void;
  /** Readers of interim results, besides the captions in the room. */
  interimReaders?: InterimReaders;
  news?: MeetingNews;
  /** The rooms in which this process stands by. */
  heldRooms?: HeldRooms;
  /** Each meeting gets a second scribe. */
  hasStandby?: boolean;
  /** When this process stops, others may attend its meetings. */
  hasOthers?: boolean;
};

type AttendTask = Pick<Task, 'ref'> & Partial<Pick<Task, 'leaseId' | 'isHeld'>>;

/**
 * The handler of the task `attend_meeting`: receives the meeting to its end and transcribes
 * every range of speech.
 */
export function attendMeeting(
  scribe: Scribe,
): (ctx: Ctx, task: AttendTask, signal: AbortSignal) => Promise<void> {
  return async (ctx, { ref: meetingRef, ...lease }, stopping) => {
    const over = new AbortController();
    const signal = AbortSignal.any([whenHandedOver(scribe, stopping), over.signal]);
    const capture = await readCapture(ctx, meetingRef);
    const spoken: Spoken = {
      languageCode: capture?.languageCode ?? null,
      terms: capture?.terms ?? [],
    };
    if (!capture || !isOpen(capture)) return;
    const isFlushed = capture.captureState === 'flushed';
    const recognized = await listRecognized(ctx, meetingRef);
    scribe.recognizer.prepare({ meetingRef, languageCode: spoken.languageCode, recognized });
    const writing = leaseOf(meetingRef, lease);
    const attendance = new Attendance({ ...scribe, ctx, meetingRef, signal, spoken, ...writing });
    const held = scribe.heldRooms?.get(meetingRef)?.take();
    const identities = held?.identities ?? new Set<string>();
    const leaving = scribe.hasOthers
      ? whenReplaced(ctx, { meetingRef, identities, attendance, stopping })
      : { signal: stopping, receivedSinceMs: Infinity };
    leaving.signal.addEventListener('abort', () => attendance.leave(), { once: true });
    try {
      if (isFlushed) void giveUpAtDeadline(ctx, meetingRef, over, stopping);
      await attendance.resume({ isFlushed, held });
      const state = await stayInRoom({
        ...scribe,
        listener: held?.listener ?? scribe.listener,
        ctx,
        meetingRef,
        identities,
        attendance,
        spoken,
        signal: leaving.signal,
        duty: scribe.hasStandby ? 'attends with a standby' : 'attends',
      });
      if (state === 'created') return;
      if (!knowsLanguage(scribe.recognizer, spoken.languageCode))
        return await refuse(ctx, meetingRef, signal);
      if (!isFlushed) void giveUpAtDeadline(ctx, meetingRef, over, stopping);
      await attendance.flush();
      await keepTrying(ctx.log, signal, () => noteCaptureFlushed(ctx, meetingRef, writing.run));
      await unlessAborted(signal, attendance.drain());
      if (scribe.second) await fetchWhole(scribe, ctx, attendance, signal);
      const second = await hearAgain(scribe, ctx, meetingRef, spoken, signal);
      const engine = engineOf(scribe.recognizer, meetingRef, spoken);
      await keepTrying(ctx.log, signal, () =>
        noteCaptureDone(ctx, meetingRef, engine, second, writing.run),
      );
    } catch (error) {
      if (over.signal.aborted || error instanceof TranscriptGone) return;
      if (stopping.reason instanceof ProcessStopping && !signal.aborted)
        await unlessAborted(signal, attendance.handOver(leaving.receivedSinceMs)).catch(
          (failure: unknown) =>
            ctx.log.warn('a meeting is handed over with its last words untranscribed', {
              component: 'scribe',
              meetingRef,
              error: failure,
            }),
        );
      throw error;
    } finally {
      over.abort(new Error('The attendance is over'));
      await held?.leave();
      await attendance.close();
    }
  };
}

/** The lease under which the scribe writes. */
function leaseOf(ref: string, { leaseId, isHeld }: Omit<AttendTask, 'ref'>) {
  return {
    ...(leaseId && { run: { kind: 'attend_meeting', ref, leaseId } as const }),
    ...(isHeld && { isHeld }),
  };
}

/** Aborts at once when the lease is lost, and with a delay when the process is told to stop. */
function whenHandedOver({ hasOthers }: Scribe, stopping: AbortSignal): AbortSignal {
  const withinMs = HAND_OVER_WITHIN_MS[hasOthers ? 'replaced' : 'alone'];
  const end = new AbortController();
  const stop = (): void => {
    if (!(stopping.reason instanceof ProcessStopping)) return end.abort(stopping.reason);
    setTimeout(() => end.abort(stopping.reason), withinMs).unref();
  };
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return end.signal;
}

/** What the storage does not give in time keeps its live words. */
async function fetchWhole(
  { storeAwayMs = STORE_AWAY_MS }: Scribe,
  ctx: Ctx,
  attendance: Attendance,
  signal: AbortSignal,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(storeAwayMs)]);
  try {
    await keepTrying(ctx.log, until, () => attendance.fetchWhole());
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('a second pass hears only what is on this machine', {
      component: 'scribe',
      error,
    });
  }
}

async function hearAgain(
  scribe: Scribe,
  ctx: Ctx,
  meetingRef: string,
  spoken: Spoken,
  signal: AbortSignal,
): Promise<Engine | null> {
  if (!scribe.second) return null;
  const pathOf = (trackRef: string): string => spoolPath(scribe.spoolRoot, meetingRef, trackRef);
  const choice = scribe.recognizer.choiceFor?.(meetingRef, spoken.languageCode);
  const sound = { meetingRef, pathOf, spoken: { ...spoken, ...choice } };
  return secondPass({ ctx, recognizer: scribe.second, ...sound, signal });
}

/** An engine would invent words for a language that it does not know. */
async function refuse(ctx: Ctx, meetingRef: string, signal: AbortSignal): Promise<void> {
  ctx.log.warn(
    'the speech engine does not know the language of a meeting, which is not transcribed',
    { component: 'scribe', meetingRef },
  );
  await keepTrying(ctx.log, signal, () => refuseCapture(ctx, meetingRef));
}

/** The recognizer may never return its last results. */
async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const aborted = delay(MAX_TIMER_MS, undefined, {
    signal: AbortSignal.any([signal, stop.signal]),
  });
  aborted.catch(() => {});
  try {
    await Promise.race([work, aborted]);
  } finally {
    stop.abort();
  }
}

/** The meeting may still be transcribed. */
function isOpen(capture: CaptureReading): boolean {
  const { captureState, meetingState } = capture;
  return !isFinal(capture) && (captureState !== null || meetingState === 'created');
}

function isFinal(capture: CaptureReading): boolean {
  return capture.captureState === 'done' || capture.transcriptStatus === 'available';
}

/** A deadline or an erasure may finish the transcript without us. Then nothing is left to do. */
async function giveUpAtDeadline(
  ctx: Ctx,
  meetingRef: string,
  over: AbortController,
  stopping: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([over.signal, stopping]);
  try {
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      const capture = await keepTrying(ctx.log, signal, () => readCapture(ctx, meetingRef));
      if (!capture || isFinal(capture)) over.abort(new Error('The transcript is final already'));
    }
  } catch {
    // Stopped or over: either ends the watch.
  }
}
