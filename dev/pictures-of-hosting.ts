// Pictures of a meeting with a waiting room that asks each person whether they are transcribed.
import type { Page } from 'playwright-core';
import type { ParleyClient } from '../clients/sdk-typescript/client.ts';
import { besides, button, type Guest, inState } from './world/media/guest.ts';
import { nameDevices } from './world/media/portrait.ts';
import { meetingWithHosts, waitingRoom } from './world/media/waiting-scene.ts';

export async function takeHosting({
  client,
  guest,
  take,
}: {
  client: ParleyClient;
  guest: Guest;
  /** In every size, of the guest's page or of another one. */
  take: (name: string, shown?: Page) => Promise<void>;
}): Promise<void> {
  const { guestUrl, hostUrl } = await meetingWithHosts(client, {
    admission: 'ask',
    transcription: 'consent',
  });
  await guest.page.goto(hostUrl);
  await take('consent');
  await join(guest, 'joined');
  const [ines, marek] = [await besides(guest, 'Ines Okafor'), await besides(guest, 'Marek Dvořák')];
  for (const { page } of [ines, marek]) {
    await page.addInitScript(nameDevices);
    await page.goto(guestUrl);
  }
  for (const one of [ines, marek]) await join(one, 'waiting');
  await waitingRoom(guest).getByRole('listitem').nth(1).waitFor();
  await take('hosting');
  await take('waiting', ines.page);
  await button(guest, 'Admit Ines Okafor').click();
  await inState(ines, 'joined');
  await button(guest, 'People').click();
  await button(guest, 'More options for Ines Okafor').click();
  await take('person-menu');
  await guest.page.keyboard.press('Escape');
  await button(guest, 'Decline Marek Dvořák').click();
  await inState(marek, 'declined');
  await take('declined', marek.page);
  for (const { page } of [ines, marek]) await page.close();
}

async function join(guest: Guest, state: string): Promise<void> {
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  await guest.page.getByRole('radio', { name: 'Yes' }).check();
  await button(guest, 'Join meeting').click();
  await inState(guest, state);
}
