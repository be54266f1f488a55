/** Runs `work` while no other process runs work under the same lock file. */
export function withLock<T>(path: string, name: string, work: () => Promise<T>): Promise<T>;
