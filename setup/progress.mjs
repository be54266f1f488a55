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

/** npm 10.8 and newer, and older ones. */
const NPM_PREFIX = /^npm (error|ERR!)/;
/** A line of a stack, and where npm keeps its log or cannot. */
const BESIDE_THE_REASON = /^(at |A complete log of this run|Log files were not written)/;

/**
 * The most informative line of an error or of a program's output, short enough for a progress line.
 * @param {unknown} error
 * @returns {string}
 */
export function oneLine(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text =
    cause instanceof Error ? cause.message || String(cause.code ?? cause) : String(cause);
  const lines = text
    .split('\n')
    .map((line) => line.replace(NPM_PREFIX, '').trim())
    .filter((line) => line !== '' && !BESIDE_THE_REASON.test(line));
  const telling =
    lines.findLast((line) => /error|fail|cannot|unable|denied|not found/i.test(line)) ??
    lines.at(-1) ??
    '';
  return telling.length > 200 ? `${telling.slice(0, 200)}…` : telling;
}
