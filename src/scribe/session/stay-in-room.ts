import { setTimeout as delay } from 'node:timers/promises';
import type { MeetingState } from '../../../contract/generated/api.ts';
import type { Ctx } from '../../core/context.ts';
import { newRef } from '../../core/ids.ts';
import { backoffMs, Bell } from '../../core/timing.ts';
import type {
  AudibleTrack,
  AudioSink,
  Engine,
  ListenerPort,
  RecognizerPort,
} from '../../core/ports.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { askForStandby } from '../../core/task/ask-for-standby.ts';
import type { MeetingNews } from './meeting-news.ts';
import type { Spoken } from '../spool/spool-path.ts';
import { TrackPace } from '../spool/track-pace.ts';
import { keepTrying } from './keep-trying.ts';
import { noteCaptureAttending, readCapture } from '../../core/transcript/capture.ts';

/** Usually the end of the room is reported at once; this is for a media server that does not. */
const LOOK_EVERY_MS = 3_000;
/** The same for meetings that ask for consent. */
const LOOK_AT_CONSENT_EVERY_MS = 1_000;
/** How long the tracks of someone who has agreed may take to arrive. */
const AGREED_ARRIVE_MS = 1_000;
const BACKOFF = { firstMs: 200, maxMs: 5_000 };
const TOKEN_SECONDS = 600;
/** How long the scribe waits in the room for an admitted person; M1 calls it again. */
const WAIT_FOR_FIRST_MS = 60_000;

/** The engine that transcribes the meeting, as far as is known. */
export function engineOf(
  recognizer: RecognizerPort,
  meetingRef: string,
  { languageCode }: Spoken,
): Engine {
  return recognizer.choiceFor?.(meetingRef, languageCode).engine ?? recognizer.engine;
}

export type StayInRoomOptions = {
  ctx: Ctx;
  recognizer: RecognizerPort;
  listener: ListenerPort;
  meetingRef: string;
  attendance: {
    hearTrack(track: AudibleTrack, options: { wasUnheard: boolean }): AudioSink;
    noteBreak(sinceMs: number): void;
  };
  /** Kept up to date. */
  spoken: Spoken;
  /** Gets our identity in the room, a new one each time that we join. */
  identities?: Set<string>;
  signal: AbortSignal;
  news?: MeetingNews;
  /** `attends with a standby`: requests another scribe to stand by. */
  duty?: 'attends' | 'attends with a standby' | 'stands by';
};

/**
 * Stays in the room while a person is expected or the meeting is in progress. Returns its state
 * afterwards. Rejects when `signal` is aborted.
 */
export async function stayInRoom(options: StayInRoomOptions): Promise<MeetingState | undefined> {
  return new RoomStay(options).untilOver();
}

class RoomStay {
  readonly #options: StayInRoomOptions;
  readonly #waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
  #state: MeetingState | undefined;
  #isNoted = false;
  #isStandbyAsked = false;
  readonly #pace = new TrackPace();
  /** Null: everyone may be transcribed. */
  #consenting: ReadonlySet<string> | null = null;
  /** Identities that were not to be transcribed at the check before. */
  readonly #unheard = new Set<string>();
  /** Those among them who have agreed since, and when: their tracks may still be on the way. */
  readonly #agreed = new Map<string, number>();
  /** When reception broke, by `performance.now()`; kept through all retries until it is restored. */
  #brokenAtMs: number | undefined;

  constructor(options: StayInRoomOptions) {
    this.#options = options;
  }

  async untilOver(): Promise<MeetingState | undefined> {
    const { ctx, meetingRef, signal } = this.#options;
    for (let failures = 1; await this.#isOn(); failures += 1) {
      let overAtMs: number | undefined;
      let failed: { error: unknown } | undefined;
      try {
        overAtMs = await this.#stayOnce();
        failures = 1;
      } catch (error) {
        signal.throwIfAborted();
        failed = { error };
      }
      // The room of a meeting that ended is gone.
      if (!(await this.#isOn())) break;
      if (failed)
        ctx.log.warn('the scribe could not stay in the room and tries again', {
          component: 'scribe',
          meetingRef,
          ...failed,
        });
      this.#brokenAtMs ??= overAtMs;
      await delay(backoffMs(failures, BACKOFF), undefined, { signal });
    }
    this.#noteBreak();
    return this.#state;
  }

  /** Stays in the room until the room or the meeting is over. Returns when the room was, by `performance.now()`. */
  async #stayOnce(): Promise<number | undefined> {
    const { ctx, listener, meetingRef, identities, attendance, signal, news } = this.#options;
    const identity = newRef('scr');
    identities?.add(identity);
    const token = await ctx.media.mintToken({
      meetingRef,
      identity,
      displayName: 'Transcription',
      role: 'scribe',
      ttlSeconds: TOKEN_SECONDS,
    });
    const stay = await listener.join(
      token,
      (heard) => attendance.hearTrack(heard, { wasUnheard: this.#unheard.has(heard.identity) }),
      (identity, untranscribed, mediaTrackSid) =>
        !untranscribed &&
        this.#mayHear(identity) &&
        this.#pace.mayBegin(identity, mediaTrackSid, performance.now()),
    );
    this.#noteBreak();
    const room: { overAtMs: number | undefined } = { overAtMs: undefined };
    const bell = new Bell();
    const unfollow = news?.follow(meetingRef, () => this.#consenting && bell.ring());
    signal.addEventListener('abort', bell.ring, { once: true });
    try {
      const standsBy = this.#options.duty === 'stands by';
      ctx.log.info(standsBy ? 'a scribe stands by in the room' : 'the scribe is in the room', {
        component: 'scribe',
        meetingRef,
        pid: process.pid,
      });
      void stay.over.then((sinceMs) => {
        // The clock may be set while the room is away.
        room.overAtMs = performance.now() - (Date.now() - sinceMs);
        bell.ring();
      });
      for (;;) {
        const next = bell.next();
        if (room.overAtMs !== undefined || !(await this.#isOn(true))) break;
        this.#forgetAgreed();
        stay.review();
        await bell.within(next, this.#consenting ? LOOK_AT_CONSENT_EVERY_MS : LOOK_EVERY_MS);
        signal.throwIfAborted();
      }
      return room.overAtMs;
    } finally {
      signal.removeEventListener('abort', bell.ring);
      unfollow?.();
      await stay.leave();
    }
  }

  #mayHear(identity: string): boolean {
    const may = this.#consenting === null || this.#consenting.has(identity);
    if (!may) {
      this.#unheard.add(identity);
      this.#agreed.delete(identity);
    } else if (this.#unheard.has(identity) && !this.#agreed.has(identity))
      this.#agreed.set(identity, performance.now());
    return may;
  }

  /** Not at the next look: any change of the meeting causes one, maybe before the tracks arrive. */
  #forgetAgreed(): void {
    const before = performance.now() - AGREED_ARRIVE_MS;
    for (const [identity, atMs] of this.#agreed) {
      if (atMs > before) continue;
      this.#agreed.delete(identity);
      this.#unheard.delete(identity);
    }
  }

  async #isOn(inRoom = false): Promise<boolean> {
    const { ctx, recognizer, meetingRef, spoken, signal } = this.#options;
    const capture = await keepTrying(ctx.log, signal, () => readCapture(ctx, meetingRef));
    this.#state = capture?.meetingState;
    spoken.languageCode = capture?.languageCode ?? null;
    spoken.terms = capture?.terms ?? [];
    this.#consenting = capture ? capture.consenting : new Set();
    if (!knowsLanguage(recognizer, spoken.languageCode)) return false;
    if (inRoom && this.#options.duty !== 'stands by') await this.#attend();
    return (
      this.#state === 'in_progress' ||
      (this.#state === 'created' && performance.now() < this.#waitUntil)
    );
  }

  async #attend(): Promise<void> {
    const { ctx, recognizer, meetingRef, spoken, signal, duty } = this.#options;
    // Someone may speak at any moment, even after a long silence.
    recognizer.prepare({ meetingRef, languageCode: spoken.languageCode });
    if (this.#state === 'in_progress' && !this.#isNoted) {
      await keepTrying(ctx.log, signal, () =>
        noteCaptureAttending(ctx, meetingRef, engineOf(recognizer, meetingRef, spoken)),
      );
      this.#isNoted = true;
    }
    if (duty !== 'attends with a standby' || this.#isStandbyAsked) return;
    await keepTrying(ctx.log, signal, () => askForStandby(ctx, meetingRef));
    this.#isStandbyAsked = true;
  }

  #noteBreak(): void {
    if (this.#brokenAtMs !== undefined) this.#options.attendance.noteBreak(this.#brokenAtMs);
    this.#brokenAtMs = undefined;
  }
}
