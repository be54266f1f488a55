// axe on every screen of the guest room, in every theme, with long words, from right to left, with forced colors, at
// 320 pixels and at 200 % zoom; and the keyboard's focus.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ar } from '../../clients/web/src/i18n/languages/ar.ts';
import { de } from '../../clients/web/src/i18n/languages/de.ts';
import { en, type Messages } from '../../clients/web/src/i18n/languages/en.ts';
import { besides, button, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { PAGE_WITHIN_MS } from '../world/media/launch-browser.ts';
import { knock, meetingWithHosts } from '../world/media/waiting-scene.ts';
import { violations } from '../world/violations.ts';

const THEMES = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  'high contrast': { colorScheme: 'light', contrast: 'more' },
  'high contrast, dark': { colorScheme: 'dark', contrast: 'more' },
} as const;
type Theme = keyof typeof THEMES;
/** Colors do not depend on the language, and no language lacks a text: the compiler sees to that. */
const LANGUAGES: [string, Messages, readonly Theme[]][] = [
  ['en-US', en, ['light', 'dark', 'high contrast', 'high contrast, dark']],
  ['de-DE', de, ['dark']],
  ['ar-EG', ar, ['light']],
];

const { client, guest, newMeeting } = await guestScene('Cleo', {});

async function meet(): Promise<{ meetingRef: string; guestUrl: string }> {
  await guest.page.goto('about:blank');
  return newMeeting();
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('the lobby has no violation in Arabic at 320 pixels, where nothing scrolls sideways', async () => {
  const { page } = guest;
  const { guestUrl } = await meet();
  await page.goto(guestUrl);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await page.waitForFunction(
    () => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('combobox').last().waitFor();
  await page.locator('#language').selectOption('en');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a meeting whose title is one long word scrolls nothing sideways for a waiting guest at 320 pixels', async () => {
  const { page } = guest;
  const { guestLinks } = await client.meetings.create({
    title: 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung',
    options: { admission: 'ask' },
    guestLinks: [{}],
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await knock(guest, guestLinks?.[0]?.guestUrl ?? '');
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the room has no violation in forced colors, when one leaves while sharing, or at 320 pixels', async () => {
  const { page } = guest;
  const { guestUrl } = await meet();
  await joinMeeting(guest, guestUrl);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Raise hand' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share screen' }).click();
  await page.getByRole('button', { name: 'Stop sharing', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Leave meeting' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Leave meeting' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
});

test.each(LANGUAGES)(
  'in %s no screen has a violation: lobby, room, panels, the page afterwards, a dead link',
  async (locale, words, themes) => {
    const page = await guest.browser.newPage({
      permissions: ['microphone', 'camera'],
      locale,
      viewport: { width: 1280, height: 800 },
    });
    page.setDefaultTimeout(PAGE_WITHIN_MS);
    const found: Record<string, string[]> = {};
    const media = Object.fromEntries(themes.map((theme) => [theme, THEMES[theme]]));
    const look = async (screen: string): Promise<void> => {
      found[screen] = await violations(page, media);
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const { meetingRef, guestUrl } = await meet();
    await page.goto(guestUrl);
    await page.getByRole('textbox', { name: words.yourName }).fill('Cleo');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
    await look('lobby');
    await press(words.join);
    await page.waitForFunction(() => document.documentElement.dataset['parleyState'] === 'joined');
    await look('room');
    await press(words.openChat);
    await page.getByRole('textbox', { name: words.message }).fill('https://example.org');
    await press(words.sendMessage);
    await page.getByRole('log').getByRole('link').waitFor();
    await look('chat');
    for (const name of [words.people, words.settings]) {
      await press(name);
      await page.getByRole('heading', { level: 2, name }).waitFor();
      await look(name);
    }
    await press(words.more);
    await look('menu');
    await press(words.shortcuts);
    await page.getByRole('heading', { level: 2, name: words.shortcuts }).waitFor();
    await look('shortcuts');
    await press(words.leave);
    await page.getByRole('heading', { level: 1, name: words.leftTitle }).waitFor();
    await look('left');
    await press(words.rejoin);
    await press(words.join);
    await page.waitForFunction(() => document.documentElement.dataset['parleyState'] === 'joined');
    await client.meetings.end(meetingRef);
    await page.getByRole('heading', { level: 1, name: words.endedTitle }).waitFor();
    await look('ended');
    await page.goto('about:blank');
    await page.goto(guestUrl);
    await page.getByRole('heading', { level: 1, name: words.refusedTitle }).waitFor();
    await look('dead link');
    await page.context().close();
    expect(Object.values(found).flat()).toEqual([]);
  },
);

test('at 200 % zoom nothing scrolls sideways and every control stays in sight', async () => {
  const { page } = guest;
  await page.setViewportSize({ width: 640, height: 400 });
  const { guestUrl } = await meet();
  await page.goto(guestUrl);
  await page.getByRole('textbox', { name: 'Your name' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await joinMeeting(guest, guestUrl);
  for (const name of ['Leave meeting', 'Mute microphone', 'More actions', 'Open chat'])
    await expectInSight(page, name);
  await page.getByRole('button', { name: 'Open chat', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  for (const name of ['Send message', 'Close panel', 'Leave meeting'])
    await expectInSight(page, name);
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
});

async function expectInSight(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box, name).not.toBeNull();
  if (box === null) return;
  expect(
    [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height],
    name,
  ).toEqual([true, true, true, true]);
}

test('nothing slides or fades for users who prefer reduced motion', async () => {
  const { page } = guest;
  const { guestUrl } = await meet();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await joinMeeting(guest, guestUrl);
  await page.getByRole('button', { name: 'Raise hand' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Mute microphone' }).hover();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .length,
  );
  expect(moving).toBe(0);
});

test('a host who admits and removes people by keyboard goes on with the next one', async () => {
  const { guestUrl, hostUrl } = await meetingWithHosts(client, { admission: 'ask' });
  const { page } = guest;
  await joinMeeting(guest, hostUrl, 'off', 'off');
  const others = [await besides(guest, 'Ana'), await besides(guest, 'Ben')];
  for (const other of others) await knock(other, guestUrl);
  await button(guest, 'Admit Ben').waitFor();
  await button(guest, 'Admit Ana').press('Enter');
  await focusIsOn(page, 'BUTTON Admit Ben');
  await page.keyboard.press('Enter');
  await focusIsOn(page, 'MAIN Harbour museum');
  await button(guest, 'People').click();
  for (const name of ['Ana', 'Ben']) await button(guest, `More options for ${name}`).waitFor();
  for (const [name, next] of [
    ['Ana', 'BUTTON More options for Ben'],
    ['Ben', 'H2 People'],
  ] as const) {
    await button(guest, `More options for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Remove from meeting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await focusIsOn(page, next);
  }
  for (const other of others) await other.page.context().close();
});

test('a host whose focused button others take away is not moved to the button of another person', async () => {
  const { guestUrl, hostUrl, meetingRef } = await meetingWithHosts(client, { admission: 'ask' });
  const { page } = guest;
  await joinMeeting(guest, hostUrl, 'off', 'off');
  const others = [await besides(guest, 'Ana'), await besides(guest, 'Ben')];
  for (const other of others) await knock(other, guestUrl);
  await button(guest, 'Admit Ben').waitFor();
  await button(guest, 'Admit Ana').focus();
  const { participants } = await client.participants.list(meetingRef);
  const ana = participants.find(({ displayName }) => displayName === 'Ana');
  await client.participants.refuse(meetingRef, ana?.participantRef ?? '');
  await focusIsOn(page, 'MAIN Harbour museum');
  for (const other of others) await other.page.context().close();
});

/** The element with the focus, and its name. */
function focusIsOn(page: Page, wanted: string) {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const labelId = element?.getAttribute('aria-labelledby') ?? '';
      const name = document.getElementById(labelId)?.innerText ?? element?.textContent;
      return `${element?.tagName} ${element?.ariaLabel ?? name}`;
    });
  return expect.poll(focused).toBe(wanted);
}
