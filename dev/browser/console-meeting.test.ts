// A meeting in the console: its tabs, its people and its links.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { consoleScene } from '../world/console-scene.ts';
import { liveMeeting, spokenMeeting } from '../world/service/live-meeting.ts';
import { openVisit } from '../world/open-visit.ts';
import { violations } from '../world/violations.ts';

const scene = await consoleScene();
const { world, signIn, button, link, tab, heading, menuItem } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});
const hasFocus = (element: { evaluate<T>(run: (one: Element) => T): Promise<T> }) =>
  element.evaluate((one) => one === document.activeElement);

test('an item of the summary leads to its words, and the files are saved', async () => {
  const { key, meetingRef } = await spokenMeeting(world);
  await signIn(key, `#/meetings/${meetingRef}`);
  await heading('Transcript').waitFor();
  await heading('Decisions').waitFor();
  await page.getByText('(Ben)').waitFor();
  const jump = page.getByRole('button', { name: 'Show the words at 4:10' });
  await jump.focus();
  await page.keyboard.press('Enter');
  const words = page.locator('[aria-current="true"]', { hasText: 'We open in March.' });
  await words.waitFor();
  await expect.poll(() => hasFocus(words)).toBe(true);
  const saved = page.waitForEvent('download');
  await button('Transcript (VTT)').click();
  expect((await saved).suggestedFilename()).toBe(`${meetingRef}.vtt`);
  expect(await violations(page)).toEqual([]);
});

test('people and words of a running meeting appear live', async () => {
  const meeting = await liveMeeting(world);
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  await page.getByText('Not started').waitFor();
  await meeting.begin();
  await page.getByText('Running').waitFor();
  await meeting.track();
  await meeting.say(1, 'Hello from the harbor.');
  await page.getByRole('log').getByText('Hello from the harbor.').waitFor();
  await tab('People').click();
  await page.getByRole('row', { name: /Ana.*Guest.*Present/ }).waitFor();
  await tab('Transcript').click();
  await page.getByRole('log').getByText('Hello from the harbor.').waitFor();
  await tab('Overview').click();
  expect(await violations(page)).toEqual([]);
  await button('Lock meeting').click();
  await page.getByText('Locked: nobody new can join.').waitFor();
  await button('End meeting').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End meeting' }).click();
  await page
    .locator('.title-line')
    .getByText(/Ending|Ended/)
    .waitFor();
});

test('live words that could not be read at first are read as soon as the service answers', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  await meeting.say(1, 'Hello from the harbor.');
  await page.route('**/transcript/live?*', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  await page.getByRole('log').getByText('Hello from the harbor.').waitFor();
});

test('a console that is opened again shows how long people have attended by then', async () => {
  const { key, meetingRef, participantRef, begin } = await liveMeeting(world);
  await begin();
  await openVisit(world, { meetingRef, participantRef });
  await signIn(key, `#/meetings/${meetingRef}`);
  await tab('People').click();
  await page.getByRole('cell', { name: '0:00', exact: true }).first().waitFor();
  world.clock.advance(65);
  await page.reload();
  await page.getByRole('cell', { name: '1:05', exact: true }).waitFor();
});

test('arrow keys choose the tabs of a meeting, of which the Tab key stops at one; a reload keeps the tab', async () => {
  const { key, meetingRef } = await spokenMeeting(world);
  await signIn(key, `#/meetings/${meetingRef}`);
  await tab('Overview').waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Overview',
    'People',
    'Transcript',
    'Summary',
    'Links',
  ]);
  await tab('Overview').focus();
  for (const name of ['People', 'Transcript', 'Summary', 'Links', 'Overview', 'People']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await expect.poll(() => hasFocus(tab(name))).toBe(true);
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Links', selected: true }).waitFor();
  expect(await page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(page.getByRole('tabpanel'))).toBe(true);
  await page.reload();
  await page.getByRole('tabpanel', { name: 'Links' }).waitFor();
  await tab('Summary').click();
  await button('Show the words at 4:10').click();
  await page.getByRole('tabpanel', { name: 'Transcript' }).waitFor();
  await page.locator('[aria-current="true"]', { hasText: 'We open in March.' }).waitFor();
  await page.getByRole('combobox').selectOption('ar');
  await page.locator('html[dir="rtl"]').waitFor();
  await page.locator('[role="tab"][tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[role="tab"]:nth-child(4)[aria-selected="true"]').waitFor();
});

/** A meeting with a waiting room, and a way to knock at it. */
async function meetingThatAsks() {
  const key = await world.key({ tenant: 'asks' });
  const { json } = await world.call('POST', '/v1/meetings', {
    key,
    body: { title: 'Interviews', options: { admission: 'ask' }, guestLinks: [{}] },
  });
  const [made] = json['guestLinks'] as { guestLinkRef: string; guestUrl: string }[];
  const secret = new URL(String(made?.guestUrl)).hash.slice('#k='.length);
  const knock = (displayName: string) =>
    world.call('POST', `/guest/links/${String(made?.guestLinkRef)}/join`, {
      key: null,
      body: { secret, displayName },
    });
  return { key, meetingRef: String(json['meetingRef']), knock };
}

test('people who wait are admitted or declined, and become hosts or are removed', async () => {
  const { key, meetingRef, knock } = await meetingThatAsks();
  // A name may not change the writing direction, here or around it.
  for (const name of ['Ana', 'B\u202Een', 'Cleo', 'Dora']) await knock(name);
  await signIn(key, `#/meetings/${meetingRef}`);
  const waiting = page.getByRole('region', { name: 'Waiting to join' }).getByRole('listitem');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect.poll(() => waiting.count()).toBe(4);
  await tab('People').click();
  expect(await violations(page)).toEqual([]);
  await button('Decline Ben').focus();
  await page.keyboard.press('Enter');
  await row('Ben').getByText('Refused').waitFor();
  await expect.poll(() => hasFocus(page.getByRole('tabpanel'))).toBe(true);
  await button('Admit Ana').click();
  await row('Ana').getByText('Admitted').waitFor();
  await button('Admit everyone').click();
  await expect.poll(() => waiting.count()).toBe(0);
  await button('More options for Ana').click();
  expect(await violations(page)).toEqual([]);
  await menuItem('Make host').click();
  await row('Ana').getByText('Host').waitFor();
  await button('More options for Cleo').click();
  await menuItem('Remove from meeting').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from meeting' }).click();
  await row('Cleo').getByText('Removed').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await button('More options for Dora').click();
  const menu = await page.getByRole('menu').boundingBox();
  expect([(menu?.x ?? -1) >= 0, (menu?.x ?? 0) + (menu?.width ?? 999) <= 320]).toEqual([
    true,
    true,
  ]);
  await page.keyboard.press('Escape');
  const watching = await world.key({
    tenant: 'asks',
    scopes: ['meetings:read', 'participants:read'],
  });
  await button('Sign out').click();
  await signIn(watching, `#/meetings/${meetingRef}/people`);
  await row('Ana').waitFor();
  expect(await page.getByRole('button', { name: /^More options/ }).count()).toBe(0);
});

test('a guest who waits after 200 others is seen and admitted', async () => {
  const { key, meetingRef, knock } = await meetingThatAsks();
  const askInVain = async () => {
    const { participantRef } = (await knock('Ana')).json;
    const path = `/v1/meetings/${meetingRef}/participants/${String(participantRef)}/refuse`;
    expect((await world.call('POST', path, { key })).status).toBe(200);
  };
  for (let asked = 0; asked < 200; asked += 10)
    await Promise.all(Array.from({ length: 10 }, askInVain));
  await knock('Zoe');
  await signIn(key, `#/meetings/${meetingRef}/people`);
  await button('Admit Zoe').click();
  await page.getByRole('row', { name: /^Zoe.*Admitted/ }).waitFor();
});

test('a guest who speaks is muted, alone or with everyone', async () => {
  const muted: string[] = [];
  world.ctx.media.mute = async (_, identities, source) =>
    void muted.push(`${identities.join()} ${source}`);
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}/people`);
  await button('More options for Ana').click();
  await menuItem('Mute microphone').click();
  await expect.poll(() => muted).toEqual([`${meeting.participantRef} microphone`]);
  await button('Mute everyone').click();
  await expect.poll(() => muted.length).toBe(2);
});

test('links for guests and hosts are made, listed without their secrets, and revoked', async () => {
  const meeting = await liveMeeting(world);
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}/links`);
  const rows = page.getByRole('row').filter({ has: page.locator('td') });
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('radio', { name: 'Host' }).check();
  await button('New link').click();
  await button('Copy host link').click();
  await button('Copied').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/j\/gl_\w+#k=/);
  await expect.poll(() => rows.filter({ hasText: 'Host' }).count()).toBe(1);
  await page.getByRole('radio', { name: 'Guest' }).check();
  await button('New link').click();
  await button('Copy guest link').waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  const host = rows.filter({ hasText: 'Host' });
  await host.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await host.getByText('Revoked').waitFor();
  await page.reload();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await page.content()).not.toContain('#k=');
  const few = await world.key({
    tenant: meeting.tenant,
    scopes: ['meetings:read', 'guest-links:read', 'guest-links:write'],
  });
  await button('Sign out').click();
  await signIn(few, `#/meetings/${meeting.meetingRef}/links`);
  await button('New link').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await link('Meetings').waitFor();
});
