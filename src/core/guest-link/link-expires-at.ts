import type { MeetingRow } from '../../store/meeting.ts';
import type { CoreSettings } from '../context.ts';
import { noShowDueAt } from '../meeting/no-show-due-at.ts';

/** When a link ends that has no expiry of its own: no meeting that begins in time runs longer. */
export function linkExpiresAt(
  meeting: Pick<MeetingRow, 'created_at' | 'ends_at'>,
  settings: Pick<CoreSettings, 'noShowSeconds' | 'maxMeetingSeconds'>,
): Date {
  return new Date(
    noShowDueAt(meeting.created_at, meeting.ends_at, settings).getTime() +
      settings.maxMeetingSeconds * 1000,
  );
}
