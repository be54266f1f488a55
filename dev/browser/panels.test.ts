// What costs guests nothing: a panel that does not load or is closed while writing, long words, a menu left open.
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { besides, button, type Guest, inState, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { hears, listenIn } from '../world/media/observed-guest.ts';
import { until } from '../world/until.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung';

const {
  client,
  guest: ben,
  newMeeting,
} = await guestScene(`Maximiliane-Theodora von ${LONG.slice(0, 30)}`, { PARLEY_SPEECH: 'off' });
let anna: Guest;

beforeEach(async () => {
  anna = await besides(ben, 'Anna');
});

afterEach(async () => {
  await anna.page.context().close();
  await ben.page.goto('about:blank');
});

const message = ({ page }: Guest) => page.getByRole('textbox', { name: 'Message' });

test('a panel that does not load costs nobody the meeting, and opens with the next press', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.route('**/assets/chat-panel-*.js', (route) => route.abort());
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'Open chat').click();
  await button(anna, 'Try again').waitFor();
  await inState(anna, 'joined');
  await anna.page.unroute('**/assets/chat-panel-*.js');
  await button(anna, 'Try again').click();
  await message(anna).waitFor();
});

test('a panel that was never opened opens while the network is away', async () => {
  const { guestUrl } = await newMeeting();
  const loaded = anna.page.waitForResponse('**/assets/chat-panel-*.js');
  await joinMeeting(anna, guestUrl, 'off', 'off');
  // A response is there with its head: the script itself may still be on its way.
  await (await loaded).finished();
  await anna.page.context().setOffline(true);
  await button(anna, 'Open chat').click();
  await message(anna).waitFor();
});

test('a half-written message survives other panels, and Escape while composing a word closes nothing', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'Open chat').click();
  await message(anna).fill('half a thou');
  await message(anna).evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }),
    ),
  );
  await message(anna).waitFor();
  await button(anna, 'People').click();
  await anna.page.getByRole('heading', { level: 2, name: 'People' }).waitFor();
  // The panel that went gives the focus back to nobody who has moved on.
  await anna.page.keyboard.press('Escape');
  await expect
    .poll(() => anna.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('People');
  await button(anna, 'Open chat').click();
  expect(await message(anna).inputValue()).toBe('half a thou');
});

test('a message that is too long is not sent in part: its writer is told, and keeps all of it', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'Open chat').click();
  const text = 'a line of code\n'.repeat(60);
  await message(anna).fill(text);
  await message(anna).press('Enter');
  await anna.page
    .getByRole('alert')
    .getByText(/too long for one message/)
    .waitFor();
  expect(await message(anna).inputValue()).toBe(text);
  expect(await anna.page.locator('.chat-message').count()).toBe(0);
});

test('a long name and a long word stay within the chat', async () => {
  const { guestUrl } = await newMeeting();
  await listenIn(anna);
  await joinMeeting(ben, guestUrl);
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await hears(anna);
  await button(anna, 'Open chat').click();
  await button(ben, 'Open chat').click();
  await message(ben).fill(`${LONG}${LONG}`);
  await message(ben).press('Enter');
  await anna.page.getByRole('log').getByText(LONG).waitFor();
  const within = await anna.page.getByRole('log').evaluate((log) => {
    const inner = log.getBoundingClientRect();
    return [...log.querySelectorAll('.chat-from, .chat-text')].map(
      (part) => part.getBoundingClientRect().right <= inner.right,
    );
  });
  expect(within).toEqual([true, true]);
});

test('a guest with a camera is a colored circle until the first picture arrives, not an empty tile', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'on');
  await anna.page.locator('.tile video').waitFor();
  expect(await anna.page.locator('.tile .avatar').count()).toBe(1);
  const onTop = await anna.page.evaluate(() => {
    const { left, top, width, height } =
      document.querySelector('.tile')?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName;
  });
  expect(onTop).toBe('VIDEO');
});

test('the notice of a message disappears when the chat with that message opens', async () => {
  const { guestUrl } = await newMeeting();
  await listenIn(anna);
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await joinMeeting(ben, guestUrl);
  await hears(anna);
  await button(ben, 'Open chat').click();
  await message(ben).fill('Good morning');
  await message(ben).press('Enter');
  const toast = anna.page.locator('.toast', { hasText: 'Message from' });
  await toast.waitFor();
  await button(anna, 'Open chat').click();
  await anna.page.getByText('Good morning').waitFor();
  expect(await toast.count()).toBe(0);
});

test('a menu that is left by the Tab key closes behind the guest', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'More actions').click();
  const sheet = anna.page.locator('.popup-sheet');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor({ state: 'detached' });
});

test('a menu can be used with a mouse in Safari, where a pressed button does not take the focus', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await anna.page.evaluate(() =>
    addEventListener('mousedown', (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('button') : null;
      if (pressed === null || event.defaultPrevented) return;
      event.preventDefault();
      pressed.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    }),
  );
  const menu = button(anna, 'More actions');
  await menu.click();
  await button(anna, 'Audio only, saves data').click();
  await anna.page.locator('.chip', { hasText: 'Audio only' }).waitFor();
  for (const isOpen of ['true', 'false']) {
    await menu.click();
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe(isOpen);
  }
  expect(await menu.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('a panel that is opened from the menu has the focus, and gives it back to the menu', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'More actions').click();
  await button(anna, 'People').click();
  const heading = anna.page.getByRole('heading', { level: 2, name: 'People' });
  await heading.waitFor();
  const isFocused = (part: Locator) =>
    part.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isFocused(heading)).toBe(true);
  await anna.page.keyboard.press('Escape');
  await expect.poll(() => isFocused(button(anna, 'More actions'))).toBe(true);
});

test('a guest who waits in the lobby sees that the others have begun, and that the meeting is over', async () => {
  const { meetingRef, guestUrl } = await newMeeting();
  await anna.page.clock.install();
  await anna.page.goto(guestUrl);
  await anna.page.getByText('Nobody is here yet').waitFor();
  await joinMeeting(ben, guestUrl, 'off', 'off');
  const later = async (words: string) => {
    // The last answer may have been read since. A page that says that all is over asks no more.
    if (await anna.page.getByText(words).isVisible()) return true;
    // The page stops asking after an hour, which many minutes without an answer would soon be.
    const asked = anna.page.waitForResponse('**/lobby');
    await anna.page.clock.fastForward(60_000);
    await asked;
    return false;
  };
  await until('the meeting is said to run', 60_000, () => later('The meeting is running'));
  await client.meetings.end(meetingRef);
  await until('the meeting is said to be over', 60_000, () =>
    later('This link is not valid or the meeting is over'),
  );
  await anna.page.getByText('while this page was open').waitFor();
});
