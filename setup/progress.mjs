// Progress for people, on standard error: one line when a step's work begins, one when it is done.

/** @param {string} text */
export function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}

/**
 * A human-readable number of bytes: `12 MB`.
 * @param {number} bytes
 */
export function size(bytes) {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`;
  return bytes >= 1e3 ? `${Math.round(bytes / 1e3)} kB` : `${bytes} B`;
}

/** Starts a clock. The returned function gives the elapsed time as text. */
export function clock() {
  const from = performance.now();
  return () => {
    const seconds = (performance.now() - from) / 1000;
    return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  };
}
