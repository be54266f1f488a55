// axe on every screen of the guest room, in both themes, a right-to-left language, forced colours and at 320 pixels.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk/client.ts';
import { type Guest, inState, joinMeeting, openGuest } from '../world/guest.ts';
import { clearAway, type Parley, startParley } from '../world/start-parley.ts';
import { violations } from '../world/violations.ts';

let parley: Parley;
let client: ParleyClient;
let guest: Guest;

beforeAll(async () => {
  parley = await startParley();
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  guest = await openGuest('Cleo', null);
});

afterAll(async () => {
  await guest.close();
  await clearAway(parley);
});

async function meet(): Promise<{ meetingRef: string; guestUrl: string }> {
  const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  await guest.page.goto('about:blank');
  return { meetingRef, guestUrl };
}

const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('the lobby has no violation, and none in Arabic at 320 pixels, where nothing scrolls sideways', async () => {
  const { page } = guest;
  const { guestUrl } = await meet();
  await page.goto(guestUrl);
  await page.getByRole('textbox', { name: 'Your name' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await page.waitForFunction(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('combobox').last().waitFor();
  await page.locator('#language').selectOption('en');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the room has no violation with each panel and menu open, nor with forced colours, and keeps its controls at 320 pixels', async () => {
  const { page } = guest;
  const { meetingRef, guestUrl } = await meet();
  await joinMeeting(guest, guestUrl);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open chat', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('See https://example.org');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('link', { name: 'https://example.org' }).waitFor();
  expect(await violations(page)).toEqual([]);
  for (const name of ['People', 'Settings']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { level: 2, name }).waitFor();
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Raise hand' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('heading', { level: 2, name: 'Keyboard shortcuts' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Leave meeting' }).waitFor();
  await client.meetings.end(meetingRef);
  await inState(guest, 'ended');
  expect(await violations(page)).toEqual([]);
});

test('the page of a dead link has no violation', async () => {
  const { page } = guest;
  await page.goto('about:blank');
  await page.goto(`${parley.url}/j/gl_000000000000000000000000#k=${'A'.repeat(43)}`);
  await inState(guest, 'refused');
  expect(await violations(page)).toEqual([]);
});
