// What costs guests nothing: a part of the page that does not load, a panel closed while writing, a
// phone on its side, long words, waiting.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { besides, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { hears, listenIn } from '../world/media/guest-trouble.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung';

let parley: Parley;

let client: ParleyClient;

let ben: Guest;

let anna: Guest;

beforeAll(async () => {
  parley = await startParley();
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  ben = await openGuest(`Maximiliane-Theodora von ${LONG.slice(0, 30)}`, null);
});

beforeEach(async () => {
  anna = await besides(ben, 'Anna');
});

afterEach(async () => {
  await anna.page.context().close();
  await ben.page.goto('about:blank');
});

afterAll(async () => {
  await ben.close();
  await clearAway(parley);
});

async function newMeeting(title = 'Harbour museum') {
  const { meetingRef } = await client.meetings.create({ title });
  return { meetingRef, guestUrl: (await client.guestLinks.create(meetingRef)).guestUrl };
}

const button = ({ page }: Guest, name: string) => page.getByRole('button', { name, exact: true });

const message = ({ page }: Guest) => page.getByRole('textbox', { name: 'Message' });

test('a panel that does not load costs nobody the meeting, and opens with the next press', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.route('**/assets/chat-panel-*.js', (route) => route.abort());
  await joinMeeting(anna, guestUrl);
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
  await joinMeeting(anna, guestUrl);
  await loaded;
  await anna.page.context().setOffline(true);
  await button(anna, 'Open chat').click();
  await message(anna).waitFor();
});

test('a half-written message survives other panels, and Escape while composing a word closes nothing', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
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

test('a long name and a long word stay within the chat', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(ben, guestUrl);
  await joinMeeting(anna, guestUrl);
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

test('who has a camera is a colored circle until the first picture of it is there, not an empty tile', async () => {
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

test('that somebody wrote is no longer said over the chat in which it stands', async () => {
  const { guestUrl } = await newMeeting();
  await listenIn(anna);
  await joinMeeting(anna, guestUrl);
  await joinMeeting(ben, guestUrl);
  // The media server drops messages for who has no connection for them yet, which comes with the first sound.
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
  await joinMeeting(anna, guestUrl);
  await button(anna, 'More actions').click();
  const sheet = anna.page.locator('.popup-sheet');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor({ state: 'detached' });
});

test('a guest who waits in the lobby sees that the others have begun, and that the meeting is over', async () => {
  const { meetingRef, guestUrl } = await newMeeting();
  await anna.page.clock.install();
  await anna.page.goto(guestUrl);
  await anna.page.getByText('Nobody is here yet').waitFor();
  await joinMeeting(ben, guestUrl);
  const later = async (words: string) => {
    await anna.page.clock.fastForward(60_000);
    return anna.page.getByText(words).isVisible();
  };
  await until('the meeting is said to run', 20_000, () => later('The meeting is running'));
  await client.meetings.end(meetingRef);
  await until('the meeting is said to be over', 20_000, () =>
    later('This link is not valid or the meeting is over'),
  );
  await anna.page.getByText('while this page was open').waitFor();
});

test('a lobby that warns of another tab takes it back when that one leaves', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  const second = await anna.page.context().newPage();
  await second.goto(guestUrl);
  const warning = second.getByText('You are already in this meeting');
  await warning.waitFor();
  await button(anna, 'Leave meeting').click();
  await warning.waitFor({ state: 'detached' });
});
