// Detect a silent microphone, and speech, from peak levels (0 to 1) read several times a second.
const SILENT_MS = 10_000;
const MAX_GAP_MS = 3000;
const TALK_LEVEL = 0.05;
const TALK_MS = 600;
const TALK_PAUSE_MS = 400;
const TALK_AGAIN_MS = 30_000;

/**
 * Reports once that an open microphone gives no sound. A working one never reads exactly zero for
 * ten seconds: it is dead, or the system blocks it. After the first sound it counts as working.
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
    // A page that slept read no levels meanwhile.
    if (sinceMs === null || nowMs - lastMs > MAX_GAP_MS) sinceMs = nowMs;
    lastMs = nowMs;
    done = nowMs - sinceMs >= SILENT_MS;
    return done;
  };
}

/** Reports speech: after a moment of steady sound, and then not again for half a minute. */
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
