import type { GuestLinkRow } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { acceptsGuests } from './accepts-guests.ts';

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

/** Whether those who came in by this link may be there. */
export function stillAdmits(
  link: Pick<GuestLinkRow, 'revoked_at'>,
  meeting: Pick<MeetingRow, 'state'>,
): boolean {
  return acceptsGuests(meeting.state) && link.revoked_at === null;
}
