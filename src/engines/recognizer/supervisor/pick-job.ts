// What the recognizer process decodes next: first words that are quick, then final results, then interim ones. Pure.
// Times are from a monotonic clock.

/** A range is requested at most this long after it was expected: audio is scanned ten times a second. */
const LATE_MS = 150;
/** A final result that has waited this long is not delayed by the first interim result of another speaker. */
const MAX_WAIT_MS = 100;
/** A first interim result that takes longer waits. With 100, a slow machine with a dozen talkers shows hardly any. */
const MAX_FIRST_INTERIM_MS = 200;

/** `isFirst`: nothing of its utterance is shown yet. `takesMs`: how long it will probably take. */
export type WaitingInterim = {
  trackRef: string;
  isFirst: boolean;
  sinceMs: number;
  takesMs: number;
};

export type Waiting = {
  /** When the range that is next was requested; null if none waits. */
  rangeSinceMs: number | null;
  interims: readonly WaitingInterim[];
  /** Until then, interim results have used up their share of the process. */
  interimsFromMs: number;
  /** When the utterances of paused speakers will end: a range is then requested, or an end is found. */
  endsAtMs: readonly number[];
};

export type Pick =
  | { kind: 'range' }
  | { kind: 'interim'; trackRef: string }
  | { kind: 'none'; retryAtMs: number | null };

export function pickJob(
  { rangeSinceMs, interims, interimsFromMs, endsAtMs }: Waiting,
  nowMs: number,
): Pick {
  const inOrder = interims.toSorted(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || a.sinceMs - b.sinceMs,
  );
  const quickFirst = inOrder.find(
    ({ isFirst, takesMs }) => isFirst && takesMs <= MAX_FIRST_INTERIM_MS,
  );
  if (quickFirst && nowMs - (rangeSinceMs ?? nowMs) <= MAX_WAIT_MS)
    return { kind: 'interim', trackRef: quickFirst.trackRef };
  if (rangeSinceMs !== null) return { kind: 'range' };
  if (interims.length === 0) return { kind: 'none', retryAtMs: null };
  const nextEndMs = Math.min(...endsAtMs.filter((atMs) => nowMs <= atMs + LATE_MS));
  const isRested = nowMs >= interimsFromMs;
  // No range interrupts it: a longer interim result must be done before a final one is requested.
  const next = inOrder.find(({ takesMs }) => isRested && nowMs + takesMs <= nextEndMs);
  if (next) return { kind: 'interim', trackRef: next.trackRef };
  return { kind: 'none', retryAtMs: isRested ? nextEndMs + LATE_MS + 1 : interimsFromMs };
}
