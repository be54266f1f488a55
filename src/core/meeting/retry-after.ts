import type { MeetingState } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';

const BEFORE_START = 60;
const RUNNING = 30;
const SOON = 5;

/** Seconds after which a client should read the meeting again; null once it is over. */
export function meetingPollSeconds(state: MeetingState): number | null {
  if (state === 'created') return BEFORE_START;
  if (state === 'in_progress') return RUNNING;
  return state === 'ending' ? SOON : null;
}

/** Seconds after which a client should read an artifact that is not available yet again. */
export function artifactPollSeconds(
  meeting: Pick<MeetingRow, 'state' | 'state_changed_at'>,
  now: Date,
): number {
  const running = meetingPollSeconds(meeting.state);
  if (running !== null) return running;
  const overForSeconds = (now.getTime() - meeting.state_changed_at.getTime()) / 1000;
  if (overForSeconds < 60) return SOON;
  return overForSeconds < 600 ? 15 : 60;
}
