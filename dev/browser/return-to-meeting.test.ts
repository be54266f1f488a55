// A guest who comes back: from another tab, a closed or frozen one, a reload. Nobody is in the meeting twice.
import { afterEach, expect, test, type TestContext } from 'vitest';
import {
  besides,
  besidesDuring,
  button,
  type Guest,
  inState,
  joinMeeting,
  leaveMeeting,
  peopleSeenBy,
} from '../world/media/guest.ts';
import { guestScene, hang, saidGoodbye, showsEnd } from '../world/media/guest-scene.ts';
import { hears, listenIn, picture } from '../world/media/observed-guest.ts';
import { knock, meetingWithHosts } from '../world/media/waiting-scene.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const {
  parley,
  client,
  guest: anna,
  newMeeting,
} = await guestScene('Anna', {
  PARLEY_SPEECH: 'off',
  PARLEY_ROOM_MAX_PARTICIPANTS: '2',
  PARLEY_EMPTY_ROOM_SECONDS: '1',
});
const ben = await besides(anna, 'Ben');

afterEach(async ({ task }) => {
  // These have pages of their own, and would clear those of the others at the same time.
  if (task.concurrent) return;
  for (const { page } of [anna, ben]) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
  }
});

const openPage = (context: TestContext, name: string) => besidesDuring(context, anna, name);

/** Two guests with pages of their own, in a meeting without sound. */
async function bothInMeeting(context: TestContext) {
  const { meetingRef, guestUrl } = await newMeeting();
  const [first, second] = [await openPage(context, 'Anna'), await openPage(context, 'Ben')];
  for (const guest of [first, second]) {
    // A page to go back to.
    await guest.page.goto(`${parley.url}/health/live`);
    await joinMeeting(guest, guestUrl, 'off', 'off');
  }
  return { meetingRef, guestUrl, anna: first, ben: second };
}

/** Somebody's screen is there, and has a picture. */
async function seesScreen({ page }: Guest, name: string): Promise<void> {
  const screen = page.locator('.tile', { hasText: `Screen of ${name}` }).locator('video');
  const pictures = () =>
    screen.evaluateAll((all) => all.map((one) => (one as HTMLVideoElement).videoWidth > 0));
  await expect.poll(pictures, { timeout: 30_000 }).toEqual([true]);
}

/** What the guest does by accident to the page, and the page is there again. */
const ACCIDENTS: ((guest: Guest) => Promise<unknown>)[] = [
  ({ page }) => page.reload(),
  ({ page }) => page.goBack().then(() => page.goForward()),
];

test('a guest whose page was frozen by the browser is back by itself, with the screen shared as before', async () => {
  const { guestUrl } = await newMeeting();
  const tab: Guest = { ...ben, page: await ben.page.context().newPage() };
  await listenIn(tab);
  await joinMeeting(anna, guestUrl);
  await joinMeeting(tab, guestUrl);
  await hears(tab);
  await button(tab, 'Share screen').click();
  await seesScreen(anna, 'Ben');
  // DevTools' own lifecycle state does nothing to a page that is seen.
  await tab.page.evaluate(() => document.dispatchEvent(new Event('freeze', { bubbles: true })));
  const since = Date.now();
  await until('Ben is told', 60_000, async () =>
    (await tab.page.getByRole('status').innerText()).includes('You are connected again.'),
  );
  await hears(tab);
  console.log(`back to sound ${Date.now() - since} ms after the page was frozen`);
  await inState(tab, 'joined');
  await button(tab, 'Mute microphone').waitFor();
  await expect.poll(() => peopleSeenBy(tab)).toHaveLength(2);
  await seesScreen(anna, 'Ben');
  await button(tab, 'Stop sharing').click();
  await button(tab, 'Share screen').waitFor();
  await anna.page.getByText('Screen of Ben').first().waitFor({ state: 'detached' });
  await leaveMeeting(tab);
  await tab.page.close();
});

test('a guest who rejoins, or waits no longer, continues at the title of the lobby', async () => {
  const isAtTitle = async (title: string) => {
    await inState(anna, 'lobby');
    await anna.page.waitForFunction(
      (words) => document.activeElement?.textContent === words,
      title,
    );
  };
  const { guestUrl: open } = await newMeeting('Harbour museum');
  // An empty room would end the meeting while Anna is away.
  for (const guest of [ben, anna]) await joinMeeting(guest, open, 'off', 'off');
  await leaveMeeting(anna);
  await button(anna, 'Rejoin').click();
  await isAtTitle('Harbour museum');
  const { guestUrl } = await meetingWithHosts(client, { admission: 'ask' });
  await knock(anna, guestUrl);
  await button(anna, 'Stop waiting').click();
  await isAtTitle('Harbour museum');
});

// These mostly wait until the others learn who is gone, so they run side by side.
test.concurrent(
  'a guest who takes over in another tab ends the first one, which offers the way back',
  async (context) => {
    const { guestUrl, anna } = await bothInMeeting(context);
    const second: Guest = { ...anna, page: await anna.page.context().newPage() };
    await second.page.goto(guestUrl);
    const warning = second.page.getByText('You are already in this meeting');
    await warning.waitFor();
    await picture(second, 'already-in-this-meeting');
    expect(await violations(second.page)).toEqual([]);
    await button(second, 'Leave there').click();
    await inState(anna, 'error');
    await showsEnd(anna, 'You joined from somewhere else', /Leave it there/, 'Rejoin');
    await warning.waitFor({ state: 'detached' });
    await second.page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await second.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
    await button(second, 'Join meeting').click();
    await inState(second, 'joined');
    await context.expect.poll(() => peopleSeenBy(second)).toHaveLength(2);
    await leaveMeeting(second);
    await second.page.close();
    await button(anna, 'Rejoin').click();
    await button(anna, 'Join meeting').click();
    await inState(anna, 'joined');
  },
);

test.concurrent.for(['', ' while the page hangs'])(
  'a guest whose tab closes%s disappears for the others at once, and the last one ends the meeting',
  async (hangs, context) => {
    const { meetingRef, anna, ben } = await bothInMeeting(context);
    await context.expect.poll(() => peopleSeenBy(anna)).toHaveLength(2);
    if (hangs) await hang(ben);
    const closed = Date.now();
    await ben.page.close({ runBeforeUnload: true });
    await context.expect.poll(() => peopleSeenBy(anna)).toHaveLength(1);
    console.log(`gone for the others ${Date.now() - closed} ms after the tab was closed`);
    await saidGoodbye(client, meetingRef, 'Ben');
    await anna.page.goto('about:blank');
    await until(
      'the meeting is over',
      30_000,
      async () => (await client.meetings.read(meetingRef)).meetingState !== 'in_progress',
    );
    await saidGoodbye(client, meetingRef, 'Anna');
  },
);

test.concurrent(
  'a guest who reloads, or presses Back and returns, is in again with one press on Join, once in every list',
  async (context) => {
    const { meetingRef, anna, ben } = await bothInMeeting(context);
    await context.expect.poll(() => peopleSeenBy(ben)).toHaveLength(2);
    for (const [visit, accident] of ACCIDENTS.entries()) {
      await accident(anna);
      await inState(anna, 'lobby');
      expect(await anna.page.getByText('You are already in this meeting').count()).toBe(0);
      // Nobody of that name stays behind in the room, where the one who comes back would find no place.
      await context.expect.poll(() => peopleSeenBy(ben)).toHaveLength(1);
      await saidGoodbye(client, meetingRef, 'Anna', visit);
      await button(anna, 'Join meeting').click();
      await inState(anna, 'joined');
      for (const guest of [anna, ben]) {
        await context.expect.poll(() => peopleSeenBy(guest)).toHaveLength(2);
        expect((await peopleSeenBy(guest)).filter((one) => one.includes('Anna'))).toHaveLength(1);
      }
    }
  },
);

test.concurrent(
  'a duplicated tab offers to take over the meeting from the first one, and does',
  async (context) => {
    const { anna, ben } = await bothInMeeting(context);
    const opened = anna.page.waitForEvent('popup');
    // A tab opened by a page of its own site begins with a copy of its session storage, as a duplicated one does.
    await anna.page.evaluate(() => void open(location.href));
    const second: Guest = { ...anna, page: await opened };
    await second.page.getByText('You are already in this meeting').waitFor();
    await button(second, 'Leave there').click();
    await inState(anna, 'error');
    await button(second, 'Join meeting').click();
    await inState(second, 'joined');
    for (const guest of [second, ben])
      await context.expect.poll(() => peopleSeenBy(guest)).toHaveLength(2);
    await second.page.close();
  },
);

async function refuseStorage({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, storage, { get: refuse });
  });
}

test.concurrent(
  'a guest whose browser refuses storage leaves and rejoins by a link that is good for one use',
  async (context) => {
    const { meetingRef, guestUrl: everybodys } = await newMeeting();
    const { guestUrl } = await client.guestLinks.create(meetingRef, { link: { maxUses: 1 } });
    // An empty room would end the meeting while Nina is away.
    await joinMeeting(await openPage(context, 'Ben'), everybodys, 'off', 'off');
    const nina = await openPage(context, 'Nina');
    await refuseStorage(nina);
    await joinMeeting(nina, guestUrl, 'off', 'off');
    await leaveMeeting(nina);
    await button(nina, 'Rejoin').click();
    await button(nina, 'Join meeting').click();
    await inState(nina, 'joined');
  },
);

test.concurrent(
  'a page that was reloaded in a browser that refuses storage asks for the link again',
  async (context) => {
    const { guestUrl } = await newMeeting();
    const nina = await openPage(context, 'Nina');
    await refuseStorage(nina);
    await nina.page.goto(guestUrl);
    await inState(nina, 'lobby');
    await nina.page.reload();
    await inState(nina, 'refused');
    await showsEnd(
      nina,
      'This link is not valid or the meeting is over',
      /open the link from your invitation again/,
      null,
    );
  },
);
