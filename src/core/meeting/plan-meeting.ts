import type { CreateMeeting, NewMeetingOptions } from '../../../contract/generated/api.ts';
import type { MeetingRow, NewMeetingRow } from '../../store/meeting.ts';
import type { CoreSettings } from '../context.ts';
import { instantOf } from '../validation/read-date-time.ts';

/**
 * The row of a new meeting. `body` was checked against the contract; its schedule's strings and its
 * languageCode are kept as sent.
 */
export function planMeeting(
  body: Pick<CreateMeeting, 'title' | 'schedule' | 'languageCode' | 'metadata'> & {
    options?: NewMeetingOptions;
  },
  { meetingRef, tenant, now }: { meetingRef: string; tenant: string; now: Date },
): NewMeetingRow {
  const schedule = body.schedule ?? null;
  return {
    meeting_ref: meetingRef,
    tenant,
    state: 'created',
    state_reason: null,
    title: body.title,
    start_at: schedule?.startAt ?? null,
    end_at: schedule?.endAt ?? null,
    timezone: schedule?.timezone ?? null,
    starts_at: schedule ? instantOf(schedule.startAt) : null,
    ends_at: schedule ? instantOf(schedule.endAt) : null,
    rescheduled_at: null,
    language_code: body.languageCode ?? null,
    created_at: now,
    state_changed_at: now,
    started_at: null,
    ending_at: null,
    ended_at: null,
    room_sid: null,
    media_seen_at: null,
    metadata: JSON.stringify(body.metadata ?? {}),
    options: JSON.stringify(body.options ?? {}),
  };
}

// Without a schedule the start is unknown, so a meeting waits seven times as long: 7 days by default.
const UNSCHEDULED_FACTOR = 7;

export type MeetingTimes = Pick<MeetingRow, 'created_at' | 'rescheduled_at' | 'ends_at'>;

/** When a meeting that nobody joined is given up. A new schedule, or none any more, starts the wait again. */
export function noShowDueAt(
  { created_at: createdAt, rescheduled_at: rescheduledAt, ends_at: endsAt }: MeetingTimes,
  settings: Pick<CoreSettings, 'noShowSeconds'>,
): Date {
  const patienceMs = settings.noShowSeconds * 1000;
  const setMs = (rescheduledAt ?? createdAt).getTime();
  if (endsAt === null) return new Date(setMs + UNSCHEDULED_FACTOR * patienceMs);
  return new Date(Math.max(endsAt.getTime(), setMs) + patienceMs);
}
