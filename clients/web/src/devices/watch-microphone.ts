// Notices what guests cannot hear themselves: a silent microphone, and talking while muted.
import { openAnalyser } from './open-analyser.ts';
import { openDevices } from './open-devices.ts';

/** Reports a silent microphone once for each track. Returns a function that stops it. */
export function watchForSilence(track: MediaStreamTrack, onSilent: () => void): () => void {
  const detect = createSilenceDetector();
  const stop = watchPeakLevel(track, (level, nowMs) => {
    if (!track.enabled) return;
    if (detect(level, nowMs)) onSilent();
    // The microphone works: watching it for the whole meeting would waste power.
    if (level > 0) stop();
  });
  return stop;
}

/**
 * Reports speech while muted. Opens the microphone on this device only, and only for guests who
 * agreed. Returns a stop function.
 */
export function watchForTalking(deviceId: string | null, onTalking: () => void): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  const begin = async () => {
    const opened = (await openDevices([{ kind: 'microphone', deviceId }])).get('microphone');
    if (opened === undefined || 'error' in opened) return;
    const detect = createSpeechDetector();
    const stopWatching = watchPeakLevel(opened.track, (level, nowMs) => {
      if (detect(level, nowMs)) onTalking();
    });
    stop = () => {
      stopWatching();
      opened.track.stop();
    };
    if (stopped) stop();
  };
  void begin();
  return () => {
    stopped = true;
    stop?.();
  };
}

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

const READ_MS = 100;

/**
 * Reads the peak level of a track ten times a second while the page is visible. Nothing is sent.
 * Returns a function that stops it.
 */
function watchPeakLevel(
  track: MediaStreamTrack,
  onPeak: (level: number, nowMs: number) => void,
): () => void {
  const open = openAnalyser(track, 8192);
  if (open === null) return () => {};
  const { analyser, context } = open;
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    if (
      document.hidden ||
      context.state !== 'running' ||
      track.muted ||
      track.readyState !== 'live'
    )
      return;
    analyser.getFloatTimeDomainData(samples);
    onPeak(
      samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      Date.now(),
    );
  }, READ_MS);
  return () => {
    clearInterval(timer);
    if (context.state !== 'closed') void context.close();
  };
}
