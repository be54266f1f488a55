// Three guests whose networks break: one comes through a network that can be cut, one has a laptop that sleeps.
import { expect } from 'vitest';
import { createClient, type ParleyClient } from '../../../clients/sdk-typescript/client.ts';
import { clearAway, type Parley, startParley } from '../service/start-parley.ts';
import { until } from '../until.ts';
import { type Guest, inState, joinMeeting, openGuest } from './guest.ts';
import { hears, isQuiet, listenIn } from './guest-trouble.ts';
import { type WeakNetwork, weakNetwork } from './weak-network.ts';

export interface OutageScene {
  parley: Parley;
  client: ParleyClient;
  /** Comes through `cut`. */
  anna: Guest;
  cut: WeakNetwork;
  ben: Guest;
  cleo: Guest;
  close(): Promise<void>;
}

export async function openOutageScene(): Promise<OutageScene> {
  const parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const [anna, ben, cleo] = await Promise.all([
    openGuest('Anna', null),
    openGuest('Ben', null),
    openGuest('Cleo', null),
  ]);
  const cut = await weakNetwork(parley, anna);
  await Promise.all([anna, ben, cleo].map(listenIn));
  const close = async (): Promise<void> => {
    cut.close();
    await Promise.all([anna, ben, cleo].map((guest) => guest.close()));
    await clearAway(parley);
  };
  return { parley, client, anna, cut, ben, cleo, close };
}

/** A new meeting of these guests, who hear each other; answers its reference. */
export async function meet(scene: OutageScene, ...guests: Guest[]): Promise<string> {
  const { client, anna, ben, cleo, cut } = scene;
  const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  for (const { page } of [anna, ben, cleo]) await page.goto('about:blank');
  for (const guest of guests)
    await joinMeeting(guest, guest === anna ? cut.through(guestUrl) : guestUrl);
  if (guests.length > 1) await Promise.all(guests.map((guest) => hears(guest)));
  return meetingRef;
}

export const button = ({ page }: Guest, name: string) =>
  page.getByRole('button', { name, exact: true });
const people = ({ page }: Guest) =>
  page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem').allInnerTexts();
export const status = ({ page }: Guest) => page.getByRole('status').innerText();

/** The guests are in the room, as often as they are many, and hear somebody. */
export async function togetherAgain(since: number, ...guests: Guest[]): Promise<void> {
  await Promise.all(guests.map((guest) => inState(guest, 'joined', 90_000)));
  await Promise.all(guests.map((guest) => hears(guest)));
  console.log(
    `${guests.map(({ name }) => name).join(' and ')}: back to sound ${Date.now() - since} ` +
      'ms after the trouble was over',
  );
  for (const guest of guests)
    await until(
      `${guest.name} sees each once`,
      20_000,
      async () => (await people(guest)).length === guests.length,
    );
}

export const seenMuted = (by: Guest, name: string) =>
  until(`${name} is seen muted`, 20_000, async () =>
    (await people(by)).some((one) => one.includes(name) && one.includes('Muted')),
  );

/** Cuts Anna's network and waits until her page has said so; answers since when. */
export async function cutAnna({ anna, cut }: OutageScene): Promise<number> {
  cut.cut();
  const since = Date.now();
  await isQuiet(anna);
  await inState(anna, 'reconnecting', 30_000);
  console.log(`the page said so ${Date.now() - since} ms after the network was cut`);
  expect(await status(anna)).toContain('Connection lost. It is being restored.');
  await anna.page.locator('.banner').waitFor();
  return since;
}
