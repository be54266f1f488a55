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
    release: () => {
      released = true;
      for (const meetingRef of waiters.keys()) wake(meetingRef);
    },
  };
}
