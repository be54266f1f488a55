import type { GuestLinkRow } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import type { MeetingState } from '../../../contract/generated/api.ts';
import type { CoreSettings } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { noShowDueAt, type MeetingTimes } from '../meeting/plan-meeting.ts';

/** Whether one more guest may join by this link at `now`. */
export function isUsableLink(
  link: Pick<GuestLinkRow, 'revoked_at' | 'expires_at' | 'max_uses' | 'uses'>,
  meeting: Pick<MeetingRow, 'state'>,
  now: Date,
): boolean {
  return (
    stillAdmits(link, meeting) &&
    now < link.expires_at &&
    (link.max_uses === null || link.uses < link.max_uses)
  );
}

/** Whether those who joined by this link may be in the room. */
export function stillAdmits(
  link: Pick<GuestLinkRow, 'revoked_at'>,
  meeting: Pick<MeetingRow, 'state'>,
): boolean {
  return acceptsGuests(meeting.state) && link.revoked_at === null;
}

/** Whether the participant may still be in the room; `link` is the one by which a person joined. A client has none. */
export function stillAdmitsParticipant(
  { guest_link_ref: guestLinkRef }: Pick<ParticipantRow, 'guest_link_ref'>,
  link: Pick<GuestLinkRow, 'revoked_at'> | undefined,
  meeting: Pick<MeetingRow, 'state'>,
): boolean {
  if (guestLinkRef === null) return acceptsGuests(meeting.state);
  return link !== undefined && stillAdmits(link, meeting);
}

/** Whether a meeting in this state lets guests in and takes new guest links. */
export function acceptsGuests(state: MeetingState): boolean {
  return state === 'created' || state === 'in_progress';
}

/** When a link without its own expiry ends: no meeting that begins in time runs longer. */
export function linkExpiresAt(
  meeting: MeetingTimes & Pick<MeetingRow, 'options'>,
  settings: CoreSettings,
): Date {
  return new Date(
    noShowDueAt(meeting, settings).getTime() +
      effectiveOptions(meeting, settings).maxMeetingSeconds * 1000,
  );
}
