/**
 * Calls `act` now, unless the page is hidden, and whenever it is shown again. `shown` aborts once the page is hidden,
 * or with `stop`. For what holds a connection: over HTTP/1.1 a browser opens six to a service, for all its tabs
 * together.
 */
export function wheneverShown(stop: AbortSignal, act: (shown: AbortSignal) => void): void {
  let shown = new AbortController();
  const look = () => {
    shown.abort();
    if (stop.aborted || document.visibilityState !== 'visible') return;
    shown = new AbortController();
    act(shown.signal);
  };
  document.addEventListener('visibilitychange', look, { signal: stop });
  stop.addEventListener('abort', look);
  look();
}
