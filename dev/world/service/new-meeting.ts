import { createClient } from '../../../clients/sdk-typescript/client.ts';
import type { Parley } from './start-parley.ts';

/** A new meeting and a guest link to it. */
export async function newMeeting(parley: Parley, title = 'Harbour museum') {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title });
  const { guestLinkRef, guestUrl } = await client.guestLinks.create(meetingRef);
  return { meetingRef, guestLinkRef, guestUrl, client };
}
