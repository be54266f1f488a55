/** Reads by those who were woken together, by name: each is made once. */
export type SharedReads = Map<string, Promise<unknown>>;

/** Reads that wait for a change (`Prefer: wait`). A waiter is a callback and a timer: nobody polls. */
export type HeldReads = {
  /**
   * Resolves at the next change of anything of the meeting or at shutdown; with null after `ms` and
   * when `cancel` is called.
   */
  waitFor(meetingRef: string, ms: number): { changed: Promise<SharedReads | null>; cancel(): void };
  /** Something of the meeting has changed. */
  wake(meetingRef: string): void;
  /** Anything may have changed. */
  wakeAll(): void;
  /** Ends all waits, including later ones. */
  release(): void;
  readonly released: boolean;
};

type Go = (shared: SharedReads | null) => void;

export function heldReads(): HeldReads {
  const waiters = new Map<string, Set<Go>>();
  let released = false;
  const wake = (meetingRef: string): void => {
    const shared: SharedReads = new Map();
    for (const go of waiters.get(meetingRef) ?? []) go(shared);
  };
  const wakeAll = (): void => {
    for (const meetingRef of waiters.keys()) wake(meetingRef);
  };
  return {
    get released() {
      return released;
    },
    waitFor: (meetingRef, ms) => {
      let go: Go = () => {};
      const changed = new Promise<SharedReads | null>((resolve) => {
        if (released) return resolve(null);
        const group = waiters.get(meetingRef) ?? new Set();
        waiters.set(meetingRef, group);
        go = (shared) => {
          clearTimeout(timer);
          group.delete(go);
          if (group.size === 0 && waiters.get(meetingRef) === group) waiters.delete(meetingRef);
          resolve(shared);
        };
        const timer = setTimeout(go, ms, null);
        group.add(go);
      });
      return { changed, cancel: () => go(null) };
    },
    wake,
    wakeAll,
    release: () => {
      released = true;
      wakeAll();
    },
  };
}

/** How long a guest's page is kept waiting for news; proxies end calls that stay silent for longer. */
const HOLD_MS = 20_000;

type HeldReading<T> = {
  meetingRef: string;
  /** `shared`: reads by those who were woken together; null for the first read. */
  read: (shared: SharedReads | null) => Promise<T>;
  isNews: (value: T) => boolean;
  /** 20 s unless given. */
  ms?: number;
  /** Reports when the client hangs up. */
  onGone?: ((gone: () => void) => void) | undefined;
  /** Called before each wait. */
  onWait?: () => void;
  /** Called after each wait. Rejects when the caller may no longer read. */
  onWoken?: (shared: SharedReads | null) => Promise<void>;
};

/**
 * The read's result as soon as it is new; otherwise its result when the time is over, the client hangs up or the
 * process stops.
 */
export async function readUntil<T>(
  held: HeldReads,
  { meetingRef, read, isNews, ms = HOLD_MS, onGone, onWait, onWoken }: HeldReading<T>,
): Promise<T> {
  const until = performance.now() + ms;
  let here = true;
  let shared: SharedReads | null = null;
  // The wait begins before the read: a change between the two is not missed.
  let wait = held.waitFor(meetingRef, ms);
  onGone?.(() => {
    here = false;
    wait.cancel();
  });
  try {
    for (;;) {
      const value = await read(shared);
      if (isNews(value) || !here || held.released || performance.now() >= until) return value;
      onWait?.();
      shared = await wait.changed;
      wait = held.waitFor(meetingRef, Math.max(0, until - performance.now()));
      await onWoken?.(shared);
    }
  } finally {
    wait.cancel();
  }
}
