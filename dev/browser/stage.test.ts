// What a guest sees of the others: grid, speaker, pins, screens, states, and the ways to see more or less of it.
import type { Page } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { openCrowd } from '../world/media/crowd.ts';
import { firstSoundAt, noteFirstSound } from '../world/media/first-sound.ts';
import { besidesDuring, inState, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';

const scene = await guestScene('Dana', { PARLEY_SPEECH: 'off' });
const { parley, newMeeting } = scene;

/** A page of its own for each test, since some run side by side. The crowd is in the same browser. */
async function meet(context: TestContext) {
  const { guestUrl } = await newMeeting();
  const guest = await besidesDuring(context, scene.guest, 'Dana');
  await noteFirstSound(guest.page);
  const [crowd] = await Promise.all([
    openCrowd(parley, guestUrl, guest.browser),
    joinMeeting(guest, guestUrl, 'off', 'off'),
  ]);
  context.onTestFinished(() => crowd.close());
  return { guest, page: guest.page, crowd, guestUrl };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inFront = (page: Page) => page.getByRole('list', { name: 'In front' });
const people = (page: Page) => page.getByRole('list', { name: 'People in the meeting' });

/** Some seconds of a picture. */
const FRAMES_OF_SECONDS = 15;
const framesShown = (video: HTMLElement | SVGElement): number =>
  (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames;

async function more(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  await button(page, name).click();
}

test('full screen is entered and left, and picture in picture is shown where the browser has it', async (context) => {
  const { page, crowd } = await meet(context);
  await crowd.enter('Ada', { cameraWidth: 160 });
  await page.locator('.tile video').waitFor();
  await more(page, 'Full screen');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement === null);
  const hasIt = await page.evaluate(() => document.pictureInPictureEnabled);
  await button(page, 'More actions').click();
  expect(await button(page, 'Picture in picture').count()).toBe(hasIt ? 1 : 0);
  if (!hasIt) return;
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('.tile video')?.videoWidth ?? 0) > 0,
  );
  await button(page, 'Picture in picture').click();
  await page.waitForFunction(() => document.pictureInPictureElement !== null);
  await more(page, 'Picture in picture');
  await page.waitForFunction(() => document.pictureInPictureElement === null);
});

// One of these waits until the media server misses somebody. The others run meanwhile.
test.concurrent(
  'tiles show who is muted, speaking or lost the connection, and oneself mirrored',
  async (context) => {
    const { page, crowd, guestUrl } = await meet(context);
    await crowd.enter('Muted one', { microphone: 'off' });
    await crowd.enter('Talker', { microphone: 'talking' });
    const going = await openCrowd(parley, guestUrl);
    context.onTestFinished(() => going.close());
    await going.enter('Going', { cameraWidth: 160, microphone: 'silent' });
    const person = (name: string) => page.locator('.tile', { hasText: name });
    await person('Muted one').getByText('Muted', { exact: true }).waitFor({ state: 'attached' });
    await person('Talker').getByText('Speaking').waitFor({ state: 'attached' });
    await button(page, 'Turn camera on').click();
    await page.locator('.tile video.mirrored').waitFor();
    // The media server misses only what has come for a while.
    await context.expect
      .poll(() => person('Going').locator('video').evaluate(framesShown), { timeout: 30_000 })
      .toBeGreaterThan(FRAMES_OF_SECONDS);
    await going.vanish();
    await person('Going')
      .getByText('Connection lost')
      .waitFor({ state: 'attached', timeout: 60_000 });
  },
);

test.concurrent(
  'speaker view shows who speaks in front, and a pinned picture stays there whoever speaks',
  async (context) => {
    const { page, crowd } = await meet(context);
    await crowd.enter('Quiet', { cameraWidth: 160, microphone: 'silent' });
    await crowd.enter('Talker', { microphone: 'talking' });
    await more(page, 'Speaker view');
    await inFront(page).getByText('Talker').waitFor();
    expect(await inFront(page).getByRole('listitem').count()).toBe(1);
    await page.locator('.tile', { hasText: 'Quiet' }).hover();
    await button(page, 'Pin Quiet').click();
    await inFront(page).getByText('Quiet').waitFor();
    await inFront(page).locator('video').waitFor();
    await button(page, 'Unpin Quiet').click();
    await inFront(page).getByText('Talker').waitFor();
    await more(page, 'Grid view');
    await inFront(page).waitFor({ state: 'detached' });
  },
);

test.concurrent(
  'pinning by keyboard keeps the focus on the tile that moves, and on the page once its person has left',
  async (context) => {
    const { page, crowd } = await meet(context);
    const ada = await crowd.enter('Ada');
    await button(page, 'Pin Ada').press('Enter');
    await inFront(page).getByText('Ada').waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName);
    expect(await focused()).toBe('Unpin Ada');
    await page.keyboard.press('Enter');
    await inFront(page).waitFor({ state: 'detached' });
    expect(await focused()).toBe('Pin Ada');
    await ada.leave();
    await context.expect.poll(focused).toBe('MAIN');
  },
);

test.concurrent('a press on the number of those without a tile lists everyone', async (context) => {
  const { page, crowd } = await meet(context);
  await page.setViewportSize({ width: 320, height: 320 });
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora', 'Elif']) await crowd.enter(name);
  await page.getByRole('button', { name: /^\d more$/ }).click();
  await page.getByRole('heading', { level: 2, name: 'People' }).waitFor();
  await people(page).getByText('Elif').waitFor();
});

test.concurrent(
  'audio only takes no picture of anybody and sends none, says so, and is remembered',
  async (context) => {
    const { page, crowd } = await meet(context);
    await crowd.enter('Ada', { cameraWidth: 160, microphone: 'talking' });
    await page.locator('.tile video').waitFor();
    await button(page, 'Turn camera on').click();
    await button(page, 'Turn camera off').waitFor();
    await more(page, 'Audio only, saves data');
    await button(page, 'Turn camera on').waitFor();
    await context.expect.poll(() => page.locator('.tile video').count()).toBe(0);
    await page.locator('.meeting-header').getByText('Audio only').waitFor();
    expect(
      await page.evaluate(
        () => JSON.parse(localStorage.getItem('parley.preferences') ?? '{}').audioOnly,
      ),
    ).toBe(true);
    await more(page, 'Show video again');
    await page.locator('.tile video').waitFor();
  },
);

test.concurrent(
  'leaving asks once more only while one shares a screen, and Escape stays',
  async (context) => {
    const { guest, page } = await meet(context);
    await button(page, 'Share screen').click();
    await button(page, 'Stop sharing').waitFor();
    await button(page, 'Leave meeting').click();
    await page.getByRole('dialog', { name: 'Leave while you share your screen?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Stop sharing').waitFor();
    await button(page, 'Leave meeting').click();
    await button(page, 'Stop sharing and leave').click();
    await inState(guest, 'left');
  },
);

test.concurrent(
  'several screens are shown at once, each by name, and the sound of a screen is heard',
  async (context) => {
    const { page, crowd } = await meet(context);
    await crowd.enter('Ada', { screen: 'silent' });
    await crowd.enter('Kofi', { screen: 'with sound' });
    await inFront(page).getByText('Screen of Ada').waitFor();
    await inFront(page).getByText('Screen of Kofi').waitFor();
    await context.expect
      .poll(
        () =>
          inFront(page)
            .locator('video')
            .evaluateAll(
              (all) => all.filter((one) => (one as HTMLVideoElement).videoWidth > 0).length,
            ),
        {
          timeout: 60_000,
        },
      )
      .toBe(2);
    await firstSoundAt(page);
    await people(page)
      .getByRole('listitem')
      .filter({ hasText: 'Ada' })
      .filter({ hasText: 'Sharing a screen' })
      .waitFor({ state: 'attached' });
  },
);
