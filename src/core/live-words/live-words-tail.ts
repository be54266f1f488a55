import type { InterimWords, LiveWords } from './read-live-words.ts';
import { Problem } from '../problem.ts';

/** Streams of live words at a time, in this process. */
const MAX_OF_MEETING = 20;
const MAX_OF_TENANT = 100;
const RETRY_SECONDS = 5;
/** A notice may be lost: everybody looks again after this time, and scribes are asked again for interim results. */
const LOOK_EVERY_MS = 5_000;

/** What those who were woken together have read since, by tenant and position. */
export type SharedWords = Map<string, Promise<LiveWords>>;

/** One who follows the words of a meeting. */
export type Follower = {
  meetingRef: string;
  tenant: string;
  onNews(shared: SharedWords): void;
  /** Null when interim results are not wanted. */
  onInterim: ((words: InterimWords) => void) | null;
};

/** Wakes those who follow the words of a meeting, and hands them interim results. */
export class LiveWordsTail {
  readonly #followers = new Set<Follower>();
  readonly #askForInterim: (meetingRef: string) => void;
  #timer: NodeJS.Timeout | undefined;
  released = false;
  /** Grows with each change of an API key. */
  keyChanges = 0;

  /** `askForInterim` tells every scribe that the interim results of a meeting are read. */
  constructor(askForInterim: (meetingRef: string) => void) {
    this.#askForInterim = askForInterim;
  }

  /** Until the answer is called. Problem too_many_streams. */
  follow(follower: Follower): () => void {
    const others = [...this.#followers];
    const { meetingRef, tenant } = follower;
    if (
      others.filter((other) => other.meetingRef === meetingRef).length >= MAX_OF_MEETING ||
      others.filter((other) => other.tenant === tenant).length >= MAX_OF_TENANT
    )
      throw new Problem('too_many_streams', { retryAfter: RETRY_SECONDS });
    this.#followers.add(follower);
    if (follower.onInterim) this.#askForInterim(meetingRef);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  wake(meetingRef: string): void {
    const shared: SharedWords = new Map();
    for (const follower of this.#followers)
      if (follower.meetingRef === meetingRef) follower.onNews(shared);
  }

  /** A key was revoked or changed. */
  doubtKeys(): void {
    this.keyChanges += 1;
    this.#wakeAll();
  }

  interim(words: InterimWords): void {
    for (const { meetingRef, onInterim } of this.#followers)
      if (meetingRef === words.meetingRef) onInterim?.(words);
  }

  /** Tells everybody to end, now and from now on. */
  release(): void {
    this.released = true;
    this.#wakeAll();
  }

  #look(): void {
    this.#wakeAll();
    const wanted = [...this.#followers].filter(({ onInterim }) => onInterim !== null);
    for (const meetingRef of new Set(wanted.map((one) => one.meetingRef)))
      this.#askForInterim(meetingRef);
  }

  #wakeAll(): void {
    for (const meetingRef of new Set([...this.#followers].map((one) => one.meetingRef)))
      this.wake(meetingRef);
  }
}
