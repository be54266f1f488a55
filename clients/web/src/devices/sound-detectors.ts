// What a microphone's loudness over time says. Levels are peaks from 0 to 1 of what was heard since the last one.
const SILENT_MS = 10_000;
const MAX_GAP_MS = 3000;
const TALK_LEVEL = 0.05;
const TALK_MS = 600;
const TALK_PAUSE_MS = 400;
const TALK_AGAIN_MS = 30_000;

/**
 * Says once that an open microphone gives nothing: a live one never reads exactly zero for ten seconds, so that the
 * system blocks it or it is dead. After the first sound it has proven itself and is not watched any longer.
 */
export function createSilenceDetector(): (level: number, nowMs: number) => boolean {
  let sinceMs: number | null = null;
  let lastMs = 0;
  let done = false;
  return (level, nowMs) => {
    if (done) return false;
    if (level > 0) {
      done = true;
      return false;
    }
    // A page that slept has heard nothing, which says nothing about the microphone.
    if (sinceMs === null || nowMs - lastMs > MAX_GAP_MS) sinceMs = nowMs;
    lastMs = nowMs;
    done = nowMs - sinceMs >= SILENT_MS;
    return done;
  };
}

/** Says that somebody talks: after a little steady speech, and then not again for half a minute. */
export function createSpeechDetector(): (level: number, nowMs: number) => boolean {
  let sinceMs: number | null = null;
  let loudMs = -Infinity;
  let saidMs = -Infinity;
  return (level, nowMs) => {
    if (level >= TALK_LEVEL) {
      loudMs = nowMs;
      sinceMs ??= nowMs;
    } else if (nowMs - loudMs > TALK_PAUSE_MS) {
      sinceMs = null;
    }
    const talks = sinceMs !== null && nowMs - sinceMs >= TALK_MS && nowMs - saidMs >= TALK_AGAIN_MS;
    if (talks) saidMs = nowMs;
    return talks;
  };
}
