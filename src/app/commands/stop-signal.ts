/**
 * Aborts when the process is told to stop, which then no longer ends it: the command clears away what it has started
 * and written, and ends with an error.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(name, () => stop.abort(new Error('interrupted')));
  return stop.signal;
}
