// A meeting with a link for guests and one for hosts, and guests in browsers who knock.
import type { ParleyClient } from '../../../clients/sdk-typescript/client.ts';
import type { NewMeetingOptions } from '../../../contract/generated/api.ts';
import { type Guest, inState } from './guest.ts';

export async function meetingWithHosts(client: ParleyClient, options: NewMeetingOptions) {
  const { meetingRef, guestLinks } = await client.meetings.create({
    title: 'Harbour museum',
    options,
    guestLinks: [{}, { role: 'host' }],
  });
  const [guestUrl, hostUrl] = (guestLinks ?? []).map((link) => link.guestUrl);
  if (!guestUrl || !hostUrl) throw new Error('two links were asked for');
  return { meetingRef, guestUrl, hostUrl };
}

export const button = ({ page }: Guest, name: string) =>
  page.getByRole('button', { name, exact: true });

/** As a host sees it. */
export const waitingRoom = ({ page }: Guest) =>
  page.getByRole('region', { name: 'Waiting to join' });

/** Opens the link and presses Join; resolves when the guest waits. */
export async function knock(guest: Guest, guestUrl: string): Promise<void> {
  await guest.page.goto(guestUrl);
  await button(guest, 'Turn camera off').click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  await button(guest, 'Join meeting').click();
  await inState(guest, 'waiting');
}
