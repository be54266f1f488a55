// What the recognizer process does next: scans and final results in turn, then interim ones. Pure. Times are
// from a monotonic clock.

/** A range is requested at most this long after it was expected: audio is scanned ten times a second. */
const LATE_MS = 150;
/** A final result may wait this long for the first interim result of another speaker. */
const MAX_FIRST_INTERIM_MS = 100;
/**
 * When ranges wait longer than this, final results are late: they are requested 0.3 s before the end
 * is certain, and take 0.1 s.
 */
export const BEHIND_MS = 100;

/** `isFirst`: nothing of its utterance is shown yet. `takesMs`: how long it will probably take. */
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
   * The last job was a scan. Delayed scans are done in longer pieces, which is cheaper, so neither
   * kind starves.
   */
  hasScanned: boolean;
  interims: readonly WaitingInterim[];
  /** Until then, interim results have used up their share of the process. */
  interimsFromMs: number;
  /** How long ranges have waited lately before they were started. */
  rangeWaitMs: number;
  /** When the utterances of paused speakers will end: a range is then requested, or an end is found. */
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
  // Nothing interrupts the process: an interim result must be done before a final one is requested, or be short.
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
