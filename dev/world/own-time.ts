import { vi } from 'vitest';

const TICK_MS = 10;

/**
 * From now on `setTimeout` and `AbortSignal.timeout` count only time in which this process runs, so that a server in
 * this process never answers late, however busy the machine is. Returns what ends this, as a hook expects it.
 */
export function countOwnTime(): () => void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: TICK_MS,
  });
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    setTimeout(() => limit.abort(late), ms);
    return limit.signal;
  });
  return () => {
    timeout.mockRestore();
    vi.useRealTimers();
  };
}
