// Notices what guests cannot hear themselves: a silent microphone, and talking while muted.
import { watchPeakLevel } from './watch-peak-level.ts';
import { openDevices } from './open-devices.ts';
import { createSilenceDetector, createSpeechDetector } from './sound-detectors.ts';

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
