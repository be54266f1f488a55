import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file in one step, which a power cut leaves whole; only its owner can read it. */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
