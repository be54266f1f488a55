// The losses of a meeting's sound in a file beside it: the database may be away when a scribe is killed.
import { appendFile, readFile } from 'node:fs/promises';
import type { Range } from '../../core/transcript/cut-utterances.ts';

export type TrackLoss = Range & { trackRef: string };

/** Adds a loss. Resolves even when the disk refuses it. */
export async function keepLoss(path: string, loss: TrackLoss): Promise<void> {
  // A line that a kill cut off does not spoil this one.
  await appendFile(path, `\n${JSON.stringify(loss)}\n`, { mode: 0o600 }).catch(() => {});
}

/** What was kept by earlier scribes on this machine. */
export async function readLosses(path: string): Promise<TrackLoss[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap(lossIn);
}

function lossIn(line: string): TrackLoss[] {
  try {
    return [JSON.parse(line) as TrackLoss];
  } catch {
    return [];
  }
}
