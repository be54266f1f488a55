// Notices what a guest cannot hear: that the own microphone gives nothing, or that one talks while muted.
import { watchPeakLevel } from './watch-peak-level.ts';
import { openDevices } from './open-devices.ts';
import { createSilenceDetector, createSpeechDetector } from './sound-detectors.ts';

/** While the microphone is on. A dead one is said once a track; one that was heard is not listened to any longer. */
export function watchForSilence(track: MediaStreamTrack, say: () => void): () => void {
  const detect = createSilenceDetector();
  const stop = watchPeakLevel(track, (level, nowMs) => {
    if (!track.enabled) return;
    if (detect(level, nowMs)) say();
    // It has proven itself: listening on would cost the whole meeting long.
    if (level > 0) stop();
  });
  return stop;
}

/** While the microphone is muted, and only for a guest who agreed: it opens the microphone for this device alone. */
export function watchForTalking(deviceId: string | null, say: () => void): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  const begin = async () => {
    const opened = (await openDevices([{ kind: 'microphone', deviceId }])).get('microphone');
    if (opened === undefined || 'error' in opened) return;
    const detect = createSpeechDetector();
    const stopWatching = watchPeakLevel(opened.track, (level, nowMs) => {
      if (detect(level, nowMs)) say();
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
