// What the recognizer process does next: scans and final results in turn, then interim ones. Pure; moments are
// of one clock that never steps.

/** A range is asked for this long after it was expected at most: audio is looked at ten times a second. */
const LATE_MS = 150;
/** Last words may wait so long for the first ones of somebody of whom nothing is shown yet. */
const MAX_FIRST_INTERIM_MS = 100;
/**
 * When ranges wait longer than this, last words come late: asked for 0.3 s before the end is
 * certain, they take 0.1 s.
 */
export const BEHIND_MS = 100;

/** `isFirst`: nothing is shown of its utterance. `takesMs`: how long it will probably keep the process. */
export type WaitingInterim = {
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
  interims: readonly WaitingInterim[];
  /** Until then interim results have had their share of the process. */
  interimsFromMs: number;
  /** How long ranges waited lately before they were begun. */
  rangeWaitMs: number;
  /** When somebody who paused will have ended: a range is asked for then, or an end is found. */
  endsAtMs: readonly number[];
};

export type Pick =
  | { kind: 'scan' }
  | { kind: 'range' }
  | { kind: 'interim'; trackRef: string }
  | { kind: 'none'; retryAtMs: number | null };

export function pickJob(
  { scans, ranges, hasScanned, interims, interimsFromMs, rangeWaitMs, endsAtMs }: Waiting,
  nowMs: number,
): Pick {
  if (scans > 0 && !(hasScanned && ranges > 0)) return { kind: 'scan' };
  if (ranges > 0) return { kind: 'range' };
  if (interims.length === 0) return { kind: 'none', retryAtMs: null };
  const nextEndMs = Math.min(...endsAtMs.filter((atMs) => nowMs <= atMs + LATE_MS));
  const isRested = nowMs >= interimsFromMs;
  // Nothing interrupts the process: an interim result must be over before a final one is asked for, or be short.
  const possible = interims.filter(
    ({ isFirst, takesMs }) =>
      (isFirst && takesMs <= MAX_FIRST_INTERIM_MS && rangeWaitMs <= BEHIND_MS) ||
      (isRested && nowMs + takesMs <= nextEndMs),
  );
  const [next] = possible.toSorted(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || a.sinceMs - b.sinceMs,
  );
  if (next) return { kind: 'interim', trackRef: next.trackRef };
  return { kind: 'none', retryAtMs: isRested ? nextEndMs + LATE_MS + 1 : interimsFromMs };
}
