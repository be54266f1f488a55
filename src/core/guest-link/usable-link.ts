import type { GuestLinkRow } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { acceptsGuests } from './accepts-guests.ts';

/** Whether guests may join by this link at `now`. Any number may, any number of times. */
export function isUsableLink(
  link: Pick<GuestLinkRow, 'revoked_at' | 'expires_at'>,
  meeting: Pick<MeetingRow, 'state'>,
  now: Date,
): boolean {
  return acceptsGuests(meeting.state) && link.revoked_at === null && now < link.expires_at;
}
