import type { CreateMeeting } from '../../../contract/generated/api.ts';
import type { NewMeetingRow } from '../../store/meeting.ts';
import { instantOf } from '../validation/instant-of.ts';

/**
 * The row of a new meeting. `body` has passed the contract; its schedule's strings and its
 * languageCode are kept as sent.
 */
export function planMeeting(
  body: CreateMeeting,
  birth: { meetingRef: string; tenant: string; now: Date },
): NewMeetingRow {
  const schedule = body.schedule ?? null;
  return {
    meeting_ref: birth.meetingRef,
    tenant: birth.tenant,
    state: 'created',
    state_reason: null,
    title: body.title,
    start_at: schedule?.startAt ?? null,
    end_at: schedule?.endAt ?? null,
    timezone: schedule?.timezone ?? null,
    ends_at: schedule ? instantOf(schedule.endAt) : null,
    language_code: body.languageCode ?? null,
    created_at: birth.now,
    state_changed_at: birth.now,
    started_at: null,
    ending_at: null,
    ended_at: null,
    room_sid: null,
    media_seen_at: null,
  };
}
