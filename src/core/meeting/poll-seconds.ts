import type { MeetingState } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';

const BEFORE_START_SECONDS = 60;
const RUNNING_SECONDS = 30;
const SOON_SECONDS = 5;

/** Seconds after which a client should read the meeting again; null once it is over. */
export function meetingPollSeconds(state: MeetingState): number | null {
  if (state === 'created') return BEFORE_START_SECONDS;
  if (state === 'in_progress') return RUNNING_SECONDS;
  return state === 'ending' ? SOON_SECONDS : null;
}

/** Seconds after which a client should read an artifact that is not available yet again. */
export function artifactPollSeconds(
  meeting: Pick<MeetingRow, 'state' | 'state_changed_at'>,
  now: Date,
): number {
  const running = meetingPollSeconds(meeting.state);
  if (running !== null) return running;
  const overForSeconds = (now.getTime() - meeting.state_changed_at.getTime()) / 1000;
  if (overForSeconds < 60) return SOON_SECONDS;
  return overForSeconds < 600 ? 15 : 60;
}
