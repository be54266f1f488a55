import { useEffect } from 'preact/hooks';
import { watchForSilence, watchForTalking } from '../devices/watch-microphone.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';

/** Tells guests that their microphone is silent and, if they opted in, that they are talking while muted. */
export function useMicrophoneHints(
  session: Session,
  { people }: SessionState,
  talkingHint: boolean,
): void {
  const self = people.find(({ isSelf }) => isSelf);
  const microphoneOn = self?.microphoneOn ?? false;
  const microphoneRef = self?.microphoneRef ?? null;
  const present = self !== undefined;
  useEffect(() => {
    const track = microphoneRef === null ? null : session.devices.microphoneTrack();
    return track === null
      ? undefined
      : watchForSilence(track, () => session.devices.report('microphone_silent'));
  }, [microphoneRef, session]);
  useEffect(() => {
    if (!talkingHint || !present || microphoneOn) return undefined;
    return watchForTalking(session.devices.active('microphone') ?? null, () =>
      session.devices.report('talking_muted'),
    );
  }, [microphoneOn, talkingHint, present, session]);
}
