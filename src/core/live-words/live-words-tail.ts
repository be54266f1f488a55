import type { InterimWords, LiveWords } from './read-live-words.ts';
import { Problem } from '../problem.ts';

/** Concurrent streams of live words in this process. */
const MAX_OF_MEETING = 20;
const MAX_OF_TENANT = 100;
const RETRY_SECONDS = 5;
/** Notices may be lost: after this time all followers look again, and interim results are requested again. */
const LOOK_EVERY_MS = 5_000;

/** Reads shared by followers that were woken together, by tenant and position. */
export type SharedWords = Map<string, Promise<LiveWords>>;

/** One follower of a meeting's live words. */
export type Follower = {
  meetingRef: string;
  tenant: string;
  onNews(shared: SharedWords): void;
  /** Null when interim results are not wanted. */
  onInterim: ((words: InterimWords) => void) | null;
};

/** Wakes the followers of a meeting's live words and gives them interim results. */
export class LiveWordsTail {
  readonly #followers = new Set<Follower>();
  readonly #askForInterim: (meetingRef: string) => void;
  #timer: NodeJS.Timeout | undefined;
  released = false;
  /** Grows whenever an API key changes. */
  keyChanges = 0;

  /** `askForInterim` tells every scribe that someone reads the interim results of a meeting. */
  constructor(askForInterim: (meetingRef: string) => void) {
    this.#askForInterim = askForInterim;
  }

  /** Lasts until the returned function is called. Problem too_many_streams. */
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

  /** Tells all followers to end, including later ones. */
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
