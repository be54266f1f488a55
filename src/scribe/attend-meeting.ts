import { setTimeout as delay } from 'node:timers/promises';
import type { MeetingState } from '../../contract/generated/api.ts';
import type { Ctx } from '../core/context.ts';
import { newRef } from '../core/ids.ts';
import type { Engine, ListenerPort, RecogniserPort } from '../core/ports.ts';
import type { Task } from '../core/task/task.ts';
import { noteCaptureAttending } from '../core/transcript/note-capture-attending.ts';
import { noteCaptureDone } from '../core/transcript/note-capture-done.ts';
import { noteCaptureFlushed } from '../core/transcript/note-capture-flushed.ts';
import { type CaptureReading, readCapture } from '../core/transcript/read-capture.ts';
import { refuseCapture } from '../core/transcript/refuse-capture.ts';
import { knowsLanguage } from '../core/transcript/knows-language.ts';
import { TranscriptGone } from '../core/transcript/transcript-gone.ts';
import { Attendance } from './attendance.ts';
import { keepTrying } from './keep-trying.ts';
import { secondPass } from './second-pass.ts';
import { spoolPath } from './spool-path.ts';

/** The room's own end tells us at once; this is for a media server that does not. */
const LOOK_EVERY_MS = 3_000;
const REJOIN_WAIT_MS = { first: 200, most: 5_000 };
/** The longest that a timer takes: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const TOKEN_SECONDS = 600;
/** How long the scribe waits in the room of somebody who was admitted; M1 calls it again. */
const WAIT_FOR_FIRST_MS = 60_000;

export type Scribe = {
  recogniser: RecogniserPort;
  /** The engine of a second pass after the meeting. */
  second?: RecogniserPort | null;
  listener: ListenerPort;
  spoolRoot: string;
  onDisk(works: boolean): void;
};

/** The handler of the task `attend_meeting`: hears the meeting to its end, and gives every range of speech its words. */
export function attendMeeting(scribe: Scribe): (ctx: Ctx, task: Pick<Task, 'ref'>, signal: AbortSignal) => Promise<void> {
  return async (ctx, { ref: meetingRef }, stopping) => {
    const over = new AbortController();
    const signal = AbortSignal.any([stopping, over.signal]);
    const capture = await readCapture(ctx, meetingRef);
    const spoken: Spoken = { languageCode: capture?.languageCode ?? null };
    if (!capture || isFinal(capture) || (capture.captureState === null && capture.meetingState !== 'created')) return;
    scribe.recogniser.wake();
    const attendance = new Attendance({ ...scribe, ctx, meetingRef, signal, languageCode: () => spoken.languageCode });
    try {
      await attendance.resume({ isFlushed: capture.captureState === 'flushed' });
      if ((await hearOut(scribe, ctx, meetingRef, attendance, spoken, stopping)) === 'created') return;
      if (!knowsLanguage(scribe.recogniser, spoken.languageCode)) return await refuse(ctx, meetingRef, signal);
      await attendance.flush();
      await keepTrying(ctx.log, signal, () => noteCaptureFlushed(ctx, meetingRef));
      void giveUpAtDeadline(ctx, meetingRef, over, stopping);
      await unlessAborted(signal, attendance.drain());
      const second = await hearAgain(scribe, ctx, meetingRef, spoken, signal);
      await keepTrying(ctx.log, signal, () => noteCaptureDone(ctx, meetingRef, scribe.recogniser.engine, second));
    } catch (error) {
      if (!over.signal.aborted && !(error instanceof TranscriptGone)) throw error;
    } finally {
      over.abort(new Error('The attendance is over'));
      await attendance.close();
    }
  };
}

/** What the client says is spoken in the meeting: it may change until the meeting begins. */
type Spoken = { languageCode: string | null };

async function hearAgain(scribe: Scribe, ctx: Ctx, meetingRef: string, spoken: Spoken, signal: AbortSignal): Promise<Engine | null> {
  if (!scribe.second) return null;
  const pathOf = (trackRef: string): string => spoolPath(scribe.spoolRoot, meetingRef, trackRef);
  return secondPass({ ctx, recogniser: scribe.second, meetingRef, pathOf, ...spoken, signal });
}

/** Words of a language that the engine does not know would be invented. */
async function refuse(ctx: Ctx, meetingRef: string, signal: AbortSignal): Promise<void> {
  ctx.log.warn('the speech engine does not know the language of a meeting, which is not transcribed', { component: 'scribe', meetingRef });
  await keepTrying(ctx.log, signal, () => refuseCapture(ctx, meetingRef));
}

/** What the recogniser owes us may never come. */
async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const aborted = delay(MAX_TIMER_MS, undefined, { signal: AbortSignal.any([signal, stop.signal]) });
  aborted.catch(() => {});
  try {
    await Promise.race([work, aborted]);
  } finally {
    stop.abort();
  }
}

function isFinal(capture: CaptureReading): boolean {
  return capture.captureState === 'done' || capture.transcriptStatus === 'available';
}

/** Is in the room as long as somebody is expected or the meeting is in progress; its state then. Rejects when `signal` is aborted. */
async function hearOut(
  scribe: Scribe,
  ctx: Ctx,
  meetingRef: string,
  attendance: Attendance,
  spoken: Spoken,
  signal: AbortSignal,
): Promise<MeetingState | undefined> {
  const waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
  let state: MeetingState | undefined;
  let isNoted = false;
  const broken: Broken = { atMs: undefined };
  const isOn = async (inRoom = false): Promise<boolean> => {
    const capture = await keepTrying(ctx.log, signal, () => readCapture(ctx, meetingRef));
    state = capture?.meetingState;
    spoken.languageCode = capture?.languageCode ?? null;
    if (!knowsLanguage(scribe.recogniser, spoken.languageCode)) return false;
    // Somebody may speak at any moment, however long nobody did.
    if (inRoom) scribe.recogniser.wake();
    if (inRoom && state === 'in_progress' && !isNoted) {
      await keepTrying(ctx.log, signal, () => noteCaptureAttending(ctx, meetingRef, scribe.recogniser.engine));
      isNoted = true;
    }
    return state === 'in_progress' || (state === 'created' && performance.now() < waitUntil);
  };
  const look = (): Promise<void> => delay(LOOK_EVERY_MS, undefined, { signal });
  for (let waitMs = REJOIN_WAIT_MS.first; await isOn(); waitMs = Math.min(2 * waitMs, REJOIN_WAIT_MS.most)) {
    try {
      const overAtMs = await hearOnce(scribe, ctx, attendance, { isOn, look }, { meetingRef, broken });
      if (await isOn()) broken.atMs = overAtMs;
      waitMs = REJOIN_WAIT_MS.first;
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn('the scribe is not in the room and tries again', { component: 'scribe', meetingRef, error });
    }
    if (await isOn()) await delay(waitMs, undefined, { signal });
  }
  noteBreak(attendance, broken);
  return state;
}

/** Since when nobody is heard any more, in ms since 1970; until somebody is again, however many tries that takes. */
type Broken = { atMs: number | undefined };

function noteBreak(attendance: Attendance, broken: Broken): void {
  if (broken.atMs !== undefined) attendance.noteBreak(broken.atMs);
  broken.atMs = undefined;
}

/** One stay in the room, until the room or the meeting is over; since when the room was, in ms since 1970. */
async function hearOnce(
  scribe: Scribe,
  ctx: Ctx,
  attendance: Attendance,
  { isOn, look }: { isOn(inRoom: boolean): Promise<boolean>; look(): Promise<void> },
  { meetingRef, broken }: { meetingRef: string; broken: Broken },
): Promise<number | undefined> {
  const token = await ctx.media.mintToken({
    meetingRef,
    identity: newRef('scr'),
    displayName: 'Transcription',
    role: 'scribe',
    ttlSeconds: TOKEN_SECONDS,
  });
  const stay = await scribe.listener.join(token, (heard) => attendance.hearTrack(heard));
  noteBreak(attendance, broken);
  const room: { overAtMs: number | undefined } = { overAtMs: undefined };
  try {
    ctx.log.info('the scribe is in the room', { component: 'scribe', meetingRef });
    const over = stay.over.then((sinceMs) => (room.overAtMs = sinceMs));
    while (room.overAtMs === undefined && (await isOn(true))) await Promise.race([over, look()]);
    return room.overAtMs;
  } finally {
    await stay.leave();
  }
}

/** The deadline or an erasure may finish the transcript without us; then there is nothing left to do. */
async function giveUpAtDeadline(ctx: Ctx, meetingRef: string, over: AbortController, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([over.signal, stopping]);
  try {
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      const capture = await keepTrying(ctx.log, signal, () => readCapture(ctx, meetingRef));
      if (!capture || isFinal(capture)) over.abort(new Error('The transcript is final already'));
    }
  } catch {
    // Stopped or over: both end the watch.
  }
}
