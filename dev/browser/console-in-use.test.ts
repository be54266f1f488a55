// The console as an operator uses it for a day: many tabs, long lists, long meetings, mistakes.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { consoleScene } from '../world/console-scene.ts';
import { liveMeeting, spokenMeeting } from '../world/service/live-meeting.ts';

const scene = await consoleScene();
const { world, signIn, button, textbox, heading, menuItem } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});

/** What a browser does when another tab is chosen, and when this one is chosen again. */
const choose = (tab: Page, visibilityState: 'visible' | 'hidden') =>
  tab.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibilityState);

// Browsers open at most six connections to a service over HTTP/1.1, for all their tabs together.
test('running meetings in many tabs leave connections for the tab that is shown, which misses nothing', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  const address = `#/meetings/${meeting.meetingRef}`;
  await signIn(meeting.key, address);
  const words = (tab: Page) => tab.getByRole('region', { name: 'Live words' });
  await words(page).waitFor();
  let shown = page;
  for (let count = 0; count < 4; count += 1) {
    await choose(shown, 'hidden');
    shown = await page.context().newPage();
    await shown.addInitScript(
      (key) => sessionStorage.setItem('parley.console.key', key),
      meeting.key,
    );
    await shown.goto(`${world.url}/console${address}`);
    await words(shown).waitFor();
  }
  await meeting.say(1, 'Hello from the harbor.');
  await words(shown).getByText('Hello from the harbor.').waitFor();
  await world.call('POST', `/v1/meetings/${meeting.meetingRef}/lock`, { key: meeting.key });
  expect(await words(page).innerText()).not.toContain('Hello');
  await choose(shown, 'hidden');
  await choose(page, 'visible');
  await words(page).getByText('Hello from the harbor.').waitFor();
  await page.getByText('Locked: nobody new can join.').waitFor();
});

test('a value that the service refuses is refused with the reason', async () => {
  await signIn(await world.key({ tenant: 'mistakes' }), '#/webhooks');
  await textbox('Address (https)').fill('https://10.0.0.1/hook');
  await button('Add webhook').click();
  await page.getByRole('alert').getByText('Must lead to a public address.').waitFor();
});

test('Back from a meeting leads to the same page of the same list; the keyboard goes on where it was', async () => {
  const key = await world.key({ tenant: 'long-list' });
  const add = (title: string) => world.call('POST', '/v1/meetings', { key, body: { title } });
  await add('The oldest');
  world.clock.advance(1);
  for (let count = 0; count < 25; count += 1) await add('Review');
  await signIn(key);
  const rows = page.getByRole('list', { name: 'Meetings' }).getByRole('listitem');
  await button('Not started').click();
  await expect.poll(() => rows.count()).toBe(25);
  await button('Older').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('The oldest')]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading('The oldest').waitFor();
  await page.goBack();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('The oldest')]);
  expect(await button('Not started').getAttribute('aria-pressed')).toBe('true');
  await button('Newer').click();
  await expect.poll(() => rows.count()).toBe(25);
  await button('Running').click();
  await page.getByText('No meetings here yet.').waitFor();
  expect(await button('Newer').count()).toBe(0);
});

test('live words follow the speakers, but stay where the reader scrolled to', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  for (let second = 1; second <= 30; second += 1) await meeting.say(second, `Sentence ${second}.`);
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  const log = page.getByRole('log', { name: 'Live words' });
  const distanceFromEnd = () =>
    log.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  await log.getByText('Sentence 30.').waitFor();
  await expect.poll(distanceFromEnd).toBe(0);
  await log.getByText('Sentence 1.').scrollIntoViewIfNeeded();
  await meeting.say(31, 'Sentence 31.');
  await log.getByText('Sentence 31.').waitFor();
  expect(await log.evaluate((box) => box.scrollTop)).toBeLessThan(30);
});

test('a button that acts keeps the focus, so that the keyboard can press it again', async () => {
  const meeting = await liveMeeting(world);
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  await button('Lock meeting').focus();
  for (const name of ['Unlock meeting', 'Lock meeting', 'Unlock meeting']) {
    await page.keyboard.press('Enter');
    await button(name).waitFor();
    expect(await button(name).evaluate((one) => one === document.activeElement)).toBe(true);
  }
});

test('a raised hand is shown, and can be lowered there as by a host', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}/people`);
  const row = page.getByRole('row', { name: /^Ana/ });
  await row.waitFor();
  await meeting.raiseHand();
  await row.getByText('Hand raised').waitFor();
  await button('More options for Ana').click();
  await menuItem('Lower hand').click();
  await row.getByText('Hand raised').waitFor({ state: 'detached' });
});

test.each([
  [404, 'Not found'],
  [401, 'Unauthorized'],
])(
  'a %s of a proxy while the service restarts is not taken for its answer',
  async (status, reason) => {
    await signIn(await world.key({ tenant: `restarts-${status}` }), '#/webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    const answer = { status, contentType: 'text/html', body: `<h1>${reason}</h1>` };
    await page.route('**/v1/**', (route) => route.fulfill(answer));
    await textbox('Address (https)').fill('https://93.184.216.34/hook');
    await button('Add webhook').click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unrouteAll();
    await button('Sign in').click();
    await page.getByText('No webhooks yet.').waitFor();
  },
);

test('a service that takes long is said to be slow, and what was typed stays until it answers', async () => {
  const held = Promise.withResolvers<void>();
  await page.clock.install();
  await signIn(await world.key({ tenant: 'slow' }));
  await page.route('**/v1/meetings', (route) => held.promise.then(() => route.continue()));
  await button('New meeting').click();
  await textbox('Title').fill('Kept');
  await button('Create meeting').click();
  await expect.poll(() => button('Create meeting').getAttribute('aria-disabled')).toBe('true');
  await page.clock.fastForward(8_000);
  await page.getByRole('alert').getByText('The service is slow to answer.').waitFor();
  expect(await textbox('Title').inputValue()).toBe('Kept');
  held.resolve();
  await page.getByText('The guest link for “Kept” is ready.').waitFor();
});

test('nothing of a meeting that is deleted meanwhile stays on the screen', async () => {
  const { key, meetingRef } = await spokenMeeting(world);
  await signIn(key, `#/meetings/${meetingRef}`);
  const words = page.getByText('We open in March.');
  await words.first().waitFor();
  expect((await world.call('DELETE', `/v1/meetings/${meetingRef}`, { key })).status).toBe(204);
  await page.getByRole('alert').getByText('The content has been deleted.').first().waitFor();
  await words.first().waitFor({ state: 'detached' });
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('a meeting that is over is deleted from its page, after a question; Back does not lead there', async () => {
  const key = await world.key({ tenant: 'deletes' });
  const { json } = await world.call('POST', '/v1/meetings', { key, body: { title: 'A' } });
  const path = `/v1/meetings/${String(json['meetingRef'])}`;
  await world.call('POST', `${path}/cancel`, { key });
  await signIn(key);
  await page.getByRole('list', { name: 'Meetings' }).getByRole('link').click();
  await page.getByText('Cancelled with an API key').waitFor();
  await page.getByText('The meeting was cancelled').first().waitFor();
  await button('Delete meeting').click();
  await page.getByRole('button', { name: 'Never mind' }).click();
  await expect
    .poll(() => button('Delete meeting').evaluate((one) => one === document.activeElement))
    .toBe(true);
  await button('Delete meeting').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete meeting' }).click();
  await page.getByText('No meetings here yet.').waitFor();
  expect((await world.call('GET', path, { key })).status).toBe(410);
  await page.goBack();
  await page.getByText('No meetings here yet.').waitFor();
});

test('a link by which nobody can join is not called valid: used up, or of a meeting that is over', async () => {
  const key = await world.key({ tenant: 'used-up' });
  const guestLinks = [{ maxUses: 1 }, {}];
  const { json } = await world.call('POST', '/v1/meetings', {
    key,
    body: { title: 'A', guestLinks },
  });
  const [once] = json['guestLinks'] as { guestLinkRef: string; guestUrl: string }[];
  const { guestLinkRef = '', guestUrl = '' } = once ?? {};
  const body = { secret: new URL(guestUrl).hash.slice('#k='.length), displayName: 'Ana' };
  await world.call('POST', `/guest/links/${guestLinkRef}/join`, { key: null, body });
  await signIn(key, `#/meetings/${String(json['meetingRef'])}/links`);
  await page.getByRole('row', { name: /1 of 1.*Not usable/ }).waitFor();
  await page.getByRole('row', { name: /Valid/ }).waitFor();
  await world.call('POST', `/v1/meetings/${String(json['meetingRef'])}/cancel`, { key });
  await expect.poll(() => page.getByRole('row', { name: /Not usable/ }).count()).toBe(2);
});

test('a table breaks no word of a narrow column for a long name, and on a phone says what each number is', async () => {
  const key = await world.key({ tenant: 'long-name' });
  const displayName = 'Maximiliane Freifrau von Donaudampfschifffahrtsgesellschaft';
  const guestLinks = [{ displayName }, { role: 'host' }];
  const { json } = await world.call('POST', '/v1/meetings', {
    key,
    body: { title: 'A', guestLinks },
  });
  await signIn(key, `#/meetings/${String(json['meetingRef'])}/links`);
  await page.getByRole('combobox').selectOption('de');
  const table = page.getByRole('table');
  const lines = (word: string) =>
    table.getByText(word, { exact: true }).evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
  for (const width of [1280, 720]) {
    await page.setViewportSize({ width, height: 800 });
    const found = [await lines('Gastgeber'), await lines('Nutzungen'), await lines('Status')];
    expect(found, `${width}`).toEqual([1, 1, 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const uses = table.getByRole('cell').filter({ hasText: /^0$/ }).first();
  expect(await uses.evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain(
    'Nutzungen',
  );
});
