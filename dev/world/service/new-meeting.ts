import { type ParleyClient, createClient } from '../../../clients/sdk-typescript/client.ts';
import type { Parley } from './start-parley.ts';

export type Met = { meetingRef: string; guestUrl: string; client: ParleyClient };

/** A new meeting and a guest link to it. */
export async function newMeeting(parley: Parley, title = 'Harbour museum'): Promise<Met> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  return { meetingRef, guestUrl, client };
}
