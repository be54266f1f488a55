// Two guests in a meeting; Anna's network can be cut.
import { afterAll, expect } from 'vitest';
import { until } from '../until.ts';
import { besides, type Guest, inState, joinMeeting, peopleSeenBy } from './guest.ts';
import { guestScene } from './guest-scene.ts';
import { hears, isQuiet, listenIn } from './observed-guest.ts';
import { weakNetwork } from './weak-network.ts';

export type OutageScene = Awaited<ReturnType<typeof outageScene>>;

export async function outageScene() {
  const scene = await guestScene('Anna', { PARLEY_SPEECH: 'off' });
  const { parley, guest: anna } = scene;
  const cut = await weakNetwork(parley, anna);
  afterAll(() => cut.close());
  const ben = await besides(anna, 'Ben');
  await Promise.all([anna, ben].map(listenIn));
  return { ...scene, anna, ben, cut };
}

/** Brings these guests into a new meeting, waits until they hear each other, and returns its reference. */
export async function meet(
  { newMeeting, anna, ben, cut }: OutageScene,
  ...guests: Guest[]
): Promise<string> {
  const { meetingRef, guestUrl } = await newMeeting();
  for (const { page } of [anna, ben]) await page.goto('about:blank');
  for (const guest of guests)
    await joinMeeting(guest, guest === anna ? cut.through(guestUrl) : guestUrl);
  if (guests.length > 1) await Promise.all(guests.map((guest) => hears(guest)));
  return meetingRef;
}

export const status = ({ page }: Guest) => page.getByRole('status').innerText();

/** Resolves when each guest is in the room, hears somebody, and sees every guest once. */
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
      60_000,
      async () => (await peopleSeenBy(guest)).length === guests.length,
    );
}

/** Cuts Anna's network and waits until her page says so; returns when it was cut. */
export async function cutAnna({ anna, cut }: OutageScene): Promise<number> {
  cut.cut();
  const since = Date.now();
  await isQuiet(anna);
  await inState(anna, 'reconnecting', 30_000);
  console.log(`the page said so ${Date.now() - since} ms after the network was cut`);
  await expect.poll(() => status(anna)).toContain('Connection lost. It is being restored.');
  await anna.page.locator('.banner').waitFor();
  return since;
}
