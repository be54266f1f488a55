// What the recognizer process does next: scans and ranges in turn, then guesses. Pure; moments are
// of one clock that never steps.

/** A range is asked for this long after it was expected at most: audio is looked at ten times a second. */
const LATE_MS = 150;
/** Last words may wait so long for the first ones of somebody of whom nothing is shown yet. */
const BRIEF_MS = 100;
/** When ranges wait longer than this, last words come late: asked for on suspicion 0.3 s early, they take 0.1 s. */
export const BEHIND_MS = 100;

/** `isFirst`: nothing is shown of its utterance. `takesMs`: how long it will probably keep the process. */
export type WaitingGlimpse = {
  trackRef: string;
  isFirst: boolean;
  sinceMs: number;
  takesMs: number;
};

export type Waiting = {
  scans: number;
  ranges: number;
  /**
   * The last turn was a scan's. What is scanned later is scanned in longer pieces, which is
   * cheaper: so neither starves.
   */
  hasScanned: boolean;
  glimpses: readonly WaitingGlimpse[];
  /** Guesses have had their share of the process until then. */
  glimpsesFromMs: number;
  /** How long ranges waited lately before they were begun. */
  rangeWaitMs: number;
  /** When somebody who paused will have ended: a range is asked for then, or an end is found. */
  endsAtMs: readonly number[];
};

export type Turn =
  | { kind: 'scan' }
  | { kind: 'range' }
  | { kind: 'glimpse'; trackRef: string }
  | { kind: 'none'; lookAgainAtMs: number | null };

export function decideTurn(
  { scans, ranges, hasScanned, glimpses, glimpsesFromMs, rangeWaitMs, endsAtMs }: Waiting,
  nowMs: number,
): Turn {
  if (scans > 0 && !(hasScanned && ranges > 0)) return { kind: 'scan' };
  if (ranges > 0) return { kind: 'range' };
  if (glimpses.length === 0) return { kind: 'none', lookAgainAtMs: null };
  const nextEndMs = Math.min(...endsAtMs.filter((atMs) => nowMs <= atMs + LATE_MS));
  const isRested = nowMs >= glimpsesFromMs;
  // Nothing interrupts the process: a guess must be over before somebody's last words are asked for, or be hardly felt.
  const possible = glimpses.filter(
    ({ isFirst, takesMs }) =>
      (isFirst && takesMs <= BRIEF_MS && rangeWaitMs <= BEHIND_MS) ||
      (isRested && nowMs + takesMs <= nextEndMs),
  );
  const [next] = possible.toSorted(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || a.sinceMs - b.sinceMs,
  );
  if (next) return { kind: 'glimpse', trackRef: next.trackRef };
  return { kind: 'none', lookAgainAtMs: isRested ? nextEndMs + LATE_MS + 1 : glimpsesFromMs };
}
