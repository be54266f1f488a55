// What the recogniser process does next: scans and ranges in turn, then guesses. Pure; moments are of one clock that never steps.

/** A range is asked for this long after it was expected at most: audio is looked at ten times a second. */
const LATE_MS = 150;

export type Waiting = {
  scans: number;
  ranges: number;
  /** The last turn was a scan's. What is scanned later is scanned in longer pieces, which is cheaper: so neither starves. */
  hasScanned: boolean;
  /** `takesMs`: how long it will probably keep the process. */
  glimpses: readonly { trackRef: string; takesMs: number }[];
  /** Guesses have had their share of the process until then. */
  glimpsesFromMs: number;
  /** When somebody who paused will have ended: a range is asked for then, or an end is found. */
  endsAtMs: readonly number[];
};

export type Turn =
  { kind: 'scan' } | { kind: 'range' } | { kind: 'glimpse'; trackRef: string } | { kind: 'none'; lookAgainAtMs: number | null };

/** A guess must be over before somebody's last words are asked for: nothing interrupts the process. */
export function decideTurn({ scans, ranges, hasScanned, glimpses, glimpsesFromMs, endsAtMs }: Waiting, nowMs: number): Turn {
  if (scans > 0 && !(hasScanned && ranges > 0)) return { kind: 'scan' };
  if (ranges > 0) return { kind: 'range' };
  if (glimpses.length === 0) return { kind: 'none', lookAgainAtMs: null };
  if (nowMs < glimpsesFromMs) return { kind: 'none', lookAgainAtMs: glimpsesFromMs };
  const nextEndMs = Math.min(...endsAtMs.filter((atMs) => nowMs <= atMs + LATE_MS));
  // The shortest first: of whom nothing is shown yet.
  const shortest = glimpses.reduce((least, one) => (one.takesMs < least.takesMs ? one : least));
  if (nowMs + shortest.takesMs <= nextEndMs) return { kind: 'glimpse', trackRef: shortest.trackRef };
  return { kind: 'none', lookAgainAtMs: nextEndMs + LATE_MS + 1 };
}
