/** Reads that wait for a change (`Prefer: wait`). A waiter is a callback and a timer: nobody polls. */
export type HeldReads = {
  /** Resolves at the next change of anything of the meeting, after `ms`, when `cancel` is called, or at shutdown. */
  waitFor(meetingRef: string, ms: number): { changed: Promise<void>; cancel(): void };
  /** Something of the meeting has changed. */
  wake(meetingRef: string): void;
  /** Lets everybody go, now and from now on. */
  release(): void;
  readonly released: boolean;
};

export function heldReads(): HeldReads {
  const waiters = new Map<string, Set<() => void>>();
  let released = false;
  const wake = (meetingRef: string): void => {
    for (const go of waiters.get(meetingRef) ?? []) go();
  };
  return {
    get released() {
      return released;
    },
    waitFor: (meetingRef, ms) => {
      let cancel = (): void => {};
      const changed = new Promise<void>((resolve) => {
        if (released) return resolve();
        const group = waiters.get(meetingRef) ?? new Set();
        waiters.set(meetingRef, group);
        cancel = () => {
          clearTimeout(timer);
          group.delete(cancel);
          if (group.size === 0 && waiters.get(meetingRef) === group) waiters.delete(meetingRef);
          resolve();
        };
        const timer = setTimeout(cancel, ms);
        group.add(cancel);
      });
      return { changed, cancel };
    },
    wake,
    release: () => {
      released = true;
      for (const meetingRef of waiters.keys()) wake(meetingRef);
    },
  };
}
