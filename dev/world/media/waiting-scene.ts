// A meeting with a guest link and a host link, and guests in browsers who ask to come in.
import type { ParleyClient } from '../../../clients/sdk-typescript/client.ts';
import type { NewMeetingOptions } from '../../../contract/generated/api.ts';
import { button, type Guest, inState } from './guest.ts';

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

/** On a host's page. */
export const waitingRoom = ({ page }: Guest) =>
  page.getByRole('region', { name: 'Waiting to join' });

/** Opens the link and presses Join. Resolves when the guest is waiting. */
export async function knock(
  guest: Guest,
  guestUrl: string,
  microphone: 'on' | 'off' = 'off',
): Promise<void> {
  await guest.page.goto(guestUrl);
  if (microphone === 'off') await button(guest, 'Mute microphone').click();
  await button(guest, 'Turn camera off').click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  await button(guest, 'Join meeting').click();
  await inState(guest, 'waiting');
}
