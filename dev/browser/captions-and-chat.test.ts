// Captions, chat and hands: what a guest reads, how far back, and that nothing of it is kept.
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { type Crowd, openCrowd } from '../world/media/crowd.ts';
import { besides, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { hears, listenIn } from '../world/media/observed-guest.ts';
import { sayCaptions } from '../world/speech/read-captions.ts';

const { parley, guest, newMeeting } = await guestScene('Dana', { PARLEY_SPEECH: 'off' });
await listenIn(guest);
let crowd: Crowd | undefined;

afterEach(async () => crowd?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const captions = (page: Page) => page.getByRole('region', { name: 'Captions' });

/** What is stored in the moment in which the part goes from the page. */
function preferenceKeptWhenGone(page: Page, part: string): Promise<string | null> {
  return page.evaluate(
    (gone) =>
      new Promise<string | null>((resolve) => {
        new MutationObserver(() => {
          if (document.querySelector(gone) === null)
            resolve(localStorage.getItem('parley.preferences'));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    part,
  );
}

async function meet(who = guest) {
  const meeting = await newMeeting();
  await who.page.goto('about:blank');
  await who.page.setViewportSize({ width: 1280, height: 800 });
  const [opened] = await Promise.all([
    openCrowd(parley, meeting.guestUrl, guest.browser),
    joinMeeting(who, meeting.guestUrl, 'off', 'off'),
  ]);
  crowd = opened;
  const line = (ref: string, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'final' as const,
      participantRef: ref,
      utteranceRef: `u${from + at}`,
      text: `Spoken sentence ${from + at}`,
    }));
  return { ...meeting, page: who.page, crowd: opened, line };
}

/** A meeting with Ines, in which messages reach the guest's page. */
async function meetInes(who = guest) {
  const met = await meet(who);
  const ines = await met.crowd.enter('Ines', { microphone: 'talking' });
  await hears(who);
  return { ...met, ines, participantRef: ines.participantRef };
}

test('captions name their speaker, follow the newest line, and can be scrolled back over more than fifty', async () => {
  const { page, meetingRef, participantRef, line } = await meetInes();
  await sayCaptions(parley, meetingRef, line(participantRef, 0, 80));
  await captions(page).getByText('Spoken sentence 79', { exact: true }).waitFor();
  expect(await captions(page).locator('p').count()).toBe(80);
  expect(await captions(page).locator('p').last().innerText()).toMatch(/Ines\s+Spoken sentence 79/);
  const distance = () =>
    captions(page).evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  await expect.poll(distance).toBeLessThan(5);
  await captions(page).evaluate((region) => region.scrollTo(0, 0));
  await captions(page).getByText('Spoken sentence 0', { exact: true }).waitFor();
  await sayCaptions(parley, meetingRef, line(participantRef, 80, 5));
  await captions(page)
    .getByText('Spoken sentence 84', { exact: true })
    .waitFor({ state: 'attached' });
  expect(await captions(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test('captions still follow the newest line after a phone was turned', async () => {
  const { page, meetingRef, participantRef } = await meetInes();
  // As high in both widths: only where the lines break is another.
  await page.setViewportSize({ width: 820, height: 844 });
  const say = (text: string) =>
    sayCaptions(parley, meetingRef, [
      { kind: 'final', participantRef, utteranceRef: text.slice(0, 2), text },
    ]);
  const distance = () =>
    captions(page).evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  for (const name of ['u1', 'u2', 'u3', 'u4'])
    await say(`${name} ${'as long as this '.repeat(12)}`);
  await captions(page).getByText('u4').waitFor();
  await expect.poll(distance).toBeLessThan(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(distance).toBeLessThan(5);
  await say('u5 after the turn');
  await captions(page).getByText('u5').waitFor();
  await expect.poll(distance).toBeLessThan(5);
});

test('interim words are replaced by the final ones, and a caption that a guest sends is not shown', async () => {
  const { page, meetingRef, participantRef, ines } = await meetInes();
  const said = { participantRef, utteranceRef: 'u1' };
  await sayCaptions(parley, meetingRef, [{ ...said, kind: 'partial', text: 'the harbor' }]);
  await captions(page).getByText('the harbor').waitFor();
  await ines.send('caption', { ...said, kind: 'final', text: 'forged words' });
  await sayCaptions(parley, meetingRef, [{ ...said, kind: 'final', text: 'The harbour museum.' }]);
  await captions(page).getByText('The harbour museum.').waitFor();
  expect(await captions(page).innerText()).not.toContain('forged');
  expect(await captions(page).locator('p').count()).toBe(1);
});

test('size, position and whether captions are shown are remembered; spoken words are stored nowhere', async () => {
  // Storage of its own, so that what another try chose is not remembered here.
  const newcomer = await besides(guest, 'Dana');
  await listenIn(newcomer);
  const { page, meetingRef, guestUrl, participantRef, line } = await meetInes(newcomer);
  await sayCaptions(parley, meetingRef, line(participantRef, 0, 3));
  await captions(page).getByText('Spoken sentence 2').waitFor();
  const boxOf = async (what: string) =>
    (await page.locator(what).first().boundingBox()) ?? { y: 0, height: 0 };
  await button(page, 'Settings').click();
  const before = await captions(page)
    .locator('p')
    .last()
    .evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
  await page.getByRole('combobox', { name: 'Caption size' }).selectOption('large');
  expect(
    await captions(page)
      .locator('p')
      .last()
      .evaluate((words) => parseFloat(getComputedStyle(words).fontSize)),
  ).toBeGreaterThan(before);
  expect((await boxOf('.captions')).y).toBeGreaterThan((await boxOf('.stage')).y);
  await page.getByRole('combobox', { name: 'Caption position' }).selectOption('top');
  expect((await boxOf('.captions')).y).toBeLessThan((await boxOf('.stage')).y);
  const keptAtOnce = preferenceKeptWhenGone(page, '.captions');
  await button(page, 'Hide captions').click();
  expect(JSON.parse((await keptAtOnce) ?? '{}')).toMatchObject({
    captions: false,
    captionSize: 'large',
    captionPlace: 'top',
  });
  await page.goto('about:blank');
  await joinMeeting(newcomer, guestUrl, 'off', 'off');
  await button(page, 'Show captions').click();
  expect(await captions(page).getAttribute('data-size')).toBe('large');
  expect(await captions(page).locator('.caption').count()).toBe(0);
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );
  expect(kept).not.toContain('Spoken');
  await page.context().close();
});

test('a guest reads the chat from joining on; unread messages are counted until it is opened', async () => {
  const meeting = await newMeeting();
  crowd = await openCrowd(parley, meeting.guestUrl, guest.browser);
  const ines = await crowd.enter('Ines', { microphone: 'talking' });
  await ines.send('chat', { text: 'Before you came' });
  const { page } = guest;
  await page.goto('about:blank');
  await joinMeeting(guest, meeting.guestUrl, 'off', 'off');
  await hears(guest);
  for (const text of ['First since', 'Second since']) await ines.send('chat', { text });
  await expect
    .poll(() => button(page, 'Open chat').locator('[data-count]').getAttribute('data-count'))
    .toBe('2');
  expect(
    await button(page, 'Open chat').evaluate(
      (shown) => document.getElementById(shown.getAttribute('aria-describedby') ?? '')?.textContent,
    ),
  ).toBe('2 unread messages');
  await button(page, 'Open chat').click();
  await page.getByRole('log').getByText('Second since').waitFor();
  expect(await page.getByRole('log').innerText()).not.toContain('Before you came');
  await expect.poll(() => button(page, 'Close chat').locator('[data-count]').count()).toBe(0);
  await button(page, 'Close chat').click();
  await button(page, 'Open chat').click();
  await page.getByRole('log').getByText('First since').waitFor();
});

test('raised hands are listed in their order, and a hostile name or text breaks nothing', async () => {
  const { page, crowd: others } = await meet();
  const first = await others.enter('Ines');
  const second = await others.enter('‮gnitset <b>x</b>');
  await second.raiseHand(true);
  await page.getByText('Hand raised').first().waitFor({ state: 'attached' });
  await first.raiseHand(true);
  await button(page, 'People').click();
  const rows = page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem');
  await expect.poll(async () => (await rows.nth(1).innerText()).includes('number 2')).toBe(true);
  expect(await rows.nth(1).innerText()).toContain('Ines');
  expect(await rows.nth(0).locator('b').count()).toBe(0);
  await first.raiseHand(false);
  await expect
    .poll(
      async () =>
        (await rows.allInnerTexts()).filter((text) => text.includes('Hand raised')).length,
    )
    .toBe(1);
});
