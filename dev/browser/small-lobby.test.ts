// The lobby on phones, in small frames and with large text: whoever opens it sees how to join.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { besides, button, type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';

const TITLE = 'Quartalsplanung und Abstimmung der Zuständigkeiten im Hafenmuseum';
const SCHEDULE = {
  startAt: '2027-03-02T09:00:00Z',
  endAt: '2027-03-02T09:45:00Z',
  timezone: 'Europe/Berlin',
};
/** A font size for people with low vision; the default is 16. */
const LARGE_TEXT = '--blink-settings=defaultFontSize=24';

const scene = await guestScene('Ben', {});
const { client, newMeeting } = scene;
let anna: Guest;

beforeEach(async () => {
  anna = await besides(scene.guest, 'Anna');
});

afterEach(() => anna.page.context().close());

test.each([
  ['', null],
  [' of a scheduled meeting', SCHEDULE],
])(
  'on small phones the lobby%s says that it transcribes, then asks for the name, without scrolling',
  async (_, schedule) => {
    const { guestLinks } = await client.meetings.create({
      title: schedule ? 'Spring exhibition at the harbour museum' : 'Harbour museum',
      ...(schedule && { schedule }),
      guestLinks: [{}],
    });
    await anna.page.goto(guestLinks?.[0]?.guestUrl ?? '');
    await anna.page.locator('.preview video').waitFor();
    const notice = anna.page.locator('p', { hasText: 'This meeting is transcribed.' });
    const name = anna.page.getByRole('textbox', { name: 'Your name' });
    const join = anna.page.getByRole('button', {
      name: 'Join meeting',
      description: /transcribed/,
    });
    const bottom = (part: typeof join) =>
      part.evaluate((box) => box.getBoundingClientRect().bottom);
    const top = (part: typeof join) => part.evaluate((box) => box.getBoundingClientRect().top);
    for (const [width, height] of Object.entries({ 320: 568, 375: 553, 390: 664 })) {
      await anna.page.setViewportSize({ width: Number(width), height });
      await expect
        .poll(
          async () => [
            await bottom(notice),
            await bottom(name),
            await top(join),
            await bottom(join),
          ],
          { message: width },
        )
        .toSatisfy((edges: number[]) =>
          edges.every((edge, index) => edge <= (edges[index + 1] ?? height)),
        );
    }
  },
);

test('on small phones Join stays visible below the longest form, and focuses an unanswered question', async () => {
  const { guestLinks } = await client.meetings.create({
    title: TITLE,
    schedule: SCHEDULE,
    options: { admission: 'ask', transcription: 'consent' },
    guestLinks: [{}],
  });
  const { page } = anna;
  await page.goto(guestLinks?.[0]?.guestUrl ?? '');
  await page.locator('.preview video').waitFor();
  await page.locator('#language').selectOption('de');
  const join = page.getByRole('button', { name: 'Meeting beitreten' });
  const inSight = async (part: typeof join, below: number) => {
    const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
    return y >= 0 && y + height <= below;
  };
  for (const [width, height] of Object.entries({ 320: 568, 568: 320 })) {
    await page.setViewportSize({ width: Number(width), height });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => inSight(join, height), { message: width }).toBe(true);
    await page.locator('#name').fill('Anna');
    await page.evaluate(() => window.scrollTo(0, 0));
    await join.click();
    const bar = (await page.locator('.join-bar').boundingBox())?.y ?? 0;
    const unanswered = page.getByRole('radio', { name: 'Ja' });
    expect(await unanswered.evaluate((radio) => radio === document.activeElement)).toBe(true);
    await expect.poll(() => inSight(unanswered, bar), { message: width }).toBe(true);
    await expect
      .poll(() => inSight(page.locator('#consent-missing'), bar), { message: width })
      .toBe(true);
  }
});

test('on a phone on its side a guest who presses Join without a name sees what is missing', async () => {
  const { guestLinks } = await client.meetings.create({
    title: TITLE,
    schedule: SCHEDULE,
    guestLinks: [{}],
  });
  const { page } = anna;
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(guestLinks?.[0]?.guestUrl ?? '');
  await button(anna, 'Join meeting').click();
  const edge = (part: string, of: 'top' | 'bottom') =>
    page.locator(part).evaluate((box, side) => box.getBoundingClientRect()[side], of);
  const isSeen = async () =>
    (await edge('#name-missing', 'top')) >= 0 &&
    (await edge('#name-missing', 'bottom')) <= (await edge('.join-bar', 'top'));
  await expect.poll(isSeen).toBe(true);
});

test('in a small frame the words about the microphone stand clear of its switch', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 400, height: 300 });
  await anna.page.goto(guestUrl);
  const edge = async (part: string, of: 'top' | 'bottom') =>
    anna.page.locator(part).evaluate((box, side) => box.getBoundingClientRect()[side], of);
  expect(await edge('.preview-sound', 'bottom')).toBeLessThan(
    await edge('.preview-switches', 'top'),
  );
});

test('on a small phone the hint shown while the camera starts does not overlap the switches', async () => {
  const { guestUrl } = await newMeeting();
  const { page } = anna;
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
  });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(guestUrl);
  const hint = page.locator('.preview-empty small');
  await hint.waitFor();
  const { y = 0, height = 0 } = (await hint.boundingBox()) ?? {};
  const switches = await page.locator('.preview-switches').boundingBox();
  expect(y + height).toBeLessThanOrEqual(switches?.y ?? 0);
});

test("text scales with the browser's font size, and a phone still shows every control", async () => {
  const { guestUrl } = await newMeeting();
  const cleo = await openGuest('Cleo', null, [LARGE_TEXT]);
  const { page } = cleo;
  try {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(guestUrl);
    const sizeOf = (part: string) =>
      page.locator(part).evaluate((element) => getComputedStyle(element).fontSize);
    await expect.poll(() => sizeOf('label[for="name"]')).toBe('19.5px');
    expect(await sizeOf('body')).toBe('22.5px');
    await joinMeeting(cleo, guestUrl, 'off', 'off');
    for (const name of ['Leave meeting', 'Unmute microphone', 'More actions', 'Open chat']) {
      const {
        x = -1,
        y = 0,
        width = 0,
        height = 0,
      } = (await button(cleo, name).boundingBox()) ?? {};
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect([x + width <= 320, y + height <= 568], name).toEqual([true, true]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  } finally {
    await cleo.close();
  }
});
