import { useEffect } from 'preact/hooks';
import { keepAwake } from '../page/wake-lock.ts';
import { watchForSilence, watchForTalking } from '../devices/watch-microphone.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';

/** Keeps the screen awake and the microphone watched for as long as the room is shown. */
export function useWatches(visit: Visit, { people }: VisitState, talkingHint: boolean): void {
  const self = people.find(({ isSelf }) => isSelf);
  const microphoneOn = self?.microphoneOn ?? false;
  const present = self !== undefined;
  useEffect(keepAwake, []);
  useEffect(() => {
    const track = microphoneOn ? visit.devices.microphoneTrack() : null;
    return track === null
      ? undefined
      : watchForSilence(track, () => visit.devices.say('microphone_silent'));
  }, [microphoneOn, visit]);
  useEffect(() => {
    if (!talkingHint || !present || microphoneOn) return undefined;
    return watchForTalking(visit.devices.active('microphone') ?? null, () =>
      visit.devices.say('talking_muted'),
    );
  }, [microphoneOn, talkingHint, present, visit]);
}
