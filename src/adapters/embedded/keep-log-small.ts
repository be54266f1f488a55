import { copyFile, stat, truncate } from 'node:fs/promises';
import { setInterval as every } from 'node:timers/promises';

const MAX_BYTES = 10_000_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Copies a log to `<path>.1` and truncates it whenever it exceeds `maxBytes`, until stopped. The
 * server keeps writing to the same file, which it opened for appending; lines written between copy
 * and truncation are lost.
 */
export function keepLogSmall(
  path: string,
  { maxBytes = MAX_BYTES, everyMs = LOOK_EVERY_MS } = {},
): { stop(): void } {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    if ((await stat(path)).size <= maxBytes) return;
    // On a full disk the copy fails: then free space matters more than old lines.
    await copyFile(path, `${path}.1`).catch(() => {});
    await truncate(path);
  };
  const keep = async (): Promise<void> => {
    // One check at a time: a copy of a file that another check just truncated would be empty.
    for await (const _ of every(everyMs, undefined, { signal: stopping.signal, ref: false }))
      await look().catch(() => {});
  };
  keep().catch(() => {});
  return { stop: () => stopping.abort() };
}
