/**
 * Runs `work` while no other process runs work under the same lock file. A lock whose process is gone is taken over;
 * a living one is waited for without limit, and `tell` is given one line about it: as a line of the set-up if left out.
 */
export function withLock<T>(
  path: string,
  name: string,
  work: () => Promise<T>,
  tell?: (line: string) => void,
): Promise<T>;
