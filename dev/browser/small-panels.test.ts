// Panels on phones: what a guest has to see meanwhile is not below them, and a row of the list says who it is about.
import { expect, test, type TestContext } from 'vitest';
import { besidesDuring, button, type Guest, inState, joinMeeting } from '../world/media/guest.ts';
import { type CrowdPerson, openCrowd } from '../world/media/crowd.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { knock, meetingWithHosts } from '../world/media/waiting-scene.ts';
import { sayCaptions } from '../world/speech/read-captions.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung';
const UPRIGHT = { width: 390, height: 844 };
const SMALL = { width: 320, height: 568 };
const ON_ITS_SIDE = { width: 844, height: 390 };
/** A window of 1280 by 800 at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };

const scene = await guestScene('Ben', {});
const { client, parley, newMeeting } = scene;

const openPage = (context: TestContext, name = 'Anna') => besidesDuring(context, scene.guest, name);

/** Whether nothing lies over the middle of any of these parts, and all of them are on the page. */
function areInSight({ page }: Guest, parts: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const all = [...document.querySelectorAll(wanted)];
    const isSeen = (part: Element) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    return all.length > 0 && all.every(isSeen);
  }, parts);
}

test('a guest who reads captions on a phone sees the newest line also while the chat is open', async (context) => {
  const anna = await openPage(context);
  const { meetingRef, guestUrl } = await newMeeting();
  await anna.page.setViewportSize(UPRIGHT);
  await joinMeeting(anna, guestUrl, 'off', 'off');
  const crowd = await openCrowd(parley, guestUrl, scene.guest.browser);
  context.onTestFinished(() => crowd.close());
  const { participantRef }: CrowdPerson = await crowd.enter('Ines');
  const lines = ['The first line.', 'The second line.', 'The newest line.'].map((text, at) => ({
    ...({ kind: 'final', participantRef, utteranceRef: `u${at}` } as const),
    text,
  }));
  await expect
    .poll(async () => {
      await sayCaptions(parley, meetingRef, lines);
      return anna.page.locator('.caption').count();
    })
    .toBe(lines.length);
  await button(anna, 'Open chat').click();
  await anna.page.getByRole('textbox', { name: 'Message' }).waitFor();
  for (const size of [UPRIGHT, SMALL, ON_ITS_SIDE, ZOOMED]) {
    await anna.page.setViewportSize(size);
    await expect
      .poll(() => areInSight(anna, '.caption:last-child .caption-text'), {
        message: `${size.width}`,
      })
      .toBe(true);
  }
});

test('on phones or zoomed, a host admits people beside an open list, and reads whose menu it is', async (context) => {
  const hanna = await openPage(context, 'Hanna');
  const { guestUrl, hostUrl } = await meetingWithHosts(client, { admission: 'ask' });
  await hanna.page.setViewportSize({ width: 1280, height: 800 });
  await joinMeeting(hanna, hostUrl, 'off', 'off');
  await knock(await openPage(context, LONG), guestUrl);
  await button(hanna, 'People').click();
  await button(hanna, `Admit ${LONG}`).waitFor();
  for (const size of [UPRIGHT, SMALL, ON_ITS_SIDE, ZOOMED]) {
    await hanna.page.setViewportSize(size);
    await expect
      .poll(() => areInSight(hanna, '.waiting-decision button'), { message: `${size.width}` })
      .toBe(true);
  }
  await button(hanna, `Admit ${LONG}`).click();
  for (const size of [SMALL, ON_ITS_SIDE]) {
    await hanna.page.setViewportSize(size);
    await button(hanna, `More options for ${LONG}`).click();
    await expect.poll(() => areInSight(hanna, '.menu-subject')).toBe(true);
    await hanna.page.keyboard.press('Escape');
  }
});

test('at 400 % zoom a guest reads the newest message of the open chat, and sees who speaks', async (context) => {
  const anna = await openPage(context);
  const { guestUrl } = await meetingWithHosts(client, { transcription: 'off' });
  await anna.page.setViewportSize({ width: 320, height: 200 });
  await joinMeeting(anna, guestUrl, 'off', 'off');
  const crowd = await openCrowd(parley, guestUrl, scene.guest.browser);
  context.onTestFinished(() => crowd.close());
  const ines = await crowd.enter('Ines');
  const stage = await anna.page.locator('.meeting-stage').boundingBox();
  expect(stage?.height).toBeGreaterThan(64);
  await button(anna, 'Open chat').click();
  await anna.page.getByRole('textbox', { name: 'Message' }).waitFor();
  await expect
    .poll(async () => {
      await ines.send('chat', { text: 'Good morning' });
      return areInSight(anna, '.chat-message:last-child .chat-text');
    })
    .toBe(true);
});

test('long names of newcomers hide neither what a phone says about them nor its controls', async (context) => {
  const hanna = await openPage(context, 'Hanna');
  const { guestUrl, hostUrl } = await meetingWithHosts(client, { transcription: 'off' });
  await hanna.page.setViewportSize(SMALL);
  await joinMeeting(hanna, hostUrl, 'off', 'off');
  // On a phone, chips show icons without words.
  const chips = hanna.page.locator('.chip');
  await chips.first().waitFor();
  expect(await chips.filter({ hasNot: hanna.page.locator('svg') }).count()).toBe(0);
  const crowd = await openCrowd(parley, guestUrl, scene.guest.browser);
  context.onTestFinished(() => crowd.close());
  const notice = hanna.page.locator('.toast', { hasText: /WWW.* joined/ });
  // It is shown for seconds only.
  const measured = notice.boundingBox();
  for (const name of [LONG, 'W'.repeat(60)]) await crowd.enter(name);
  const { height = 0 } = (await measured) ?? {};
  expect(height).toBeGreaterThan(0);
  expect(height).toBeLessThan(100);
});

/** Of a meeting that asks each person whether they are transcribed. */
async function openLobby(context: TestContext) {
  const anna = await openPage(context, LONG);
  const { hostUrl } = await meetingWithHosts(client, { transcription: 'consent' });
  await anna.page.goto(hostUrl);
  return anna;
}

async function joinDeclining(anna: Guest): Promise<void> {
  await anna.page.getByRole('radio', { name: 'No' }).check();
  await anna.page.getByRole('textbox', { name: 'Your name' }).fill(LONG);
  await button(anna, 'Join meeting').click();
  await inState(anna, 'joined');
}

test('a guest who may decline learns who reads the text, then that others are transcribed', async (context) => {
  const anna = await openLobby(context);
  await anna.page.getByRole('radiogroup', { description: /organizer can read/ }).waitFor();
  await joinDeclining(anna);
  await anna.page.locator('.chip', { hasText: 'Transcribed, except you' }).waitFor();
});

test('in a small list the name has room beside everything that is said about the person', async (context) => {
  const anna = await openLobby(context);
  await joinDeclining(anna);
  await button(anna, 'People').click();
  await anna.page.setViewportSize(SMALL);
  const row = anna.page.locator('.people .person');
  const marks = row.getByText('(Not transcribed)');
  const right = (part: typeof row) => part.evaluate((box) => box.getBoundingClientRect().right);
  await expect.poll(async () => (await right(marks)) <= (await right(row))).toBe(true);
  const { width = 0 } = (await row.locator('bdi').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(150);
});
