// When a meeting is planned, in the console.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { consoleScene } from '../world/console-scene.ts';
import { liveMeeting } from '../world/service/live-meeting.ts';
import { violations } from '../world/violations.ts';

const scene = await consoleScene();
const { world, signIn, button, link, heading } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});
const isFocused = (one: Element) => one === document.activeElement;
const changeDialog = () => page.getByRole('dialog', { name: 'Change meeting' });

/** Opens the dialog of a planned meeting in Berlin. `change` saves it, and returns what is planned by then. */
async function plannedMeeting(startAt: string, endAt: string) {
  const key = await world.key({ tenant: `planned-${startAt}` });
  const body = { title: 'A', schedule: { startAt, endAt, timezone: 'Asia/Tokyo' } };
  const { json } = await world.call('POST', '/v1/meetings', { key, body });
  const path = `/v1/meetings/${String(json['meetingRef'])}`;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
  await signIn(key, `#/meetings/${String(json['meetingRef'])}`);
  return async (field: string, value: string) => {
    await button('Change meeting').click();
    await changeDialog().getByLabel(field).fill(value);
    await changeDialog().getByRole('button', { name: 'Save' }).click();
    await changeDialog().waitFor({ state: 'detached' });
    return (await world.call('GET', path, { key })).json['schedule'];
  };
}

test('the title and the planned time of a meeting are changed until it begins, and no failure loses them', async () => {
  let isAway = true;
  // Before the page loads: a request right after this could pass by. The page also reads the meeting after news of it.
  await page.route('**/v1/meetings/*', (route) => {
    if (!isAway || route.request().method() !== 'PATCH') return route.fallback();
    isAway = false;
    return route.fulfill({ status: 404 });
  });
  await signIn(await world.key({ tenant: 'planned' }));
  await button('New meeting').click();
  await page.getByText('More options').click();
  await page.getByLabel('Planned end').fill('2027-01-08T11:00');
  await page.getByText('More options').click();
  await button('Create meeting').click();
  await expect.poll(() => page.getByLabel('Planned start').evaluate(isFocused)).toBe(true);
  await page.getByLabel('Planned start').fill('2027-01-08T10:00');
  await page.getByLabel('Planned end').fill('');
  await button('Create meeting').click();
  await link('Open meeting').click();
  const facts = page.getByRole('tabpanel').locator('dl');
  await facts.getByText('Jan 8, 2027, 10:00 AM').waitFor();
  await button('Change meeting').click();
  const dialog = changeDialog();
  expect(await dialog.getByLabel('Planned end').inputValue()).toBe('2027-01-08T11:00');
  await page.setViewportSize({ width: 320, height: 640 });
  const width = (one: Element) => one.getBoundingClientRect().width;
  const fieldWidth = await dialog.getByLabel('Planned start').evaluate(width);
  expect(fieldWidth).toBeLessThanOrEqual(await dialog.locator('form').evaluate(width));
  await dialog.getByLabel('Title').fill('Moved');
  await dialog.getByLabel('Planned start').fill('20270-01-07T14:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.getByLabel('Planned start').evaluate(isFocused)).toBe(true);
  await dialog.getByLabel('Planned start').fill('2027-01-07T14:30');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.getByText('The service cannot be reached.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading('Moved').waitFor();
  await facts.getByText('Jan 7, 2027, 2:30 PM').waitFor();
  await expect.poll(() => button('Change meeting').evaluate(isFocused)).toBe(true);
});

test('the part of a plan that is not changed keeps its seconds and its zone', async () => {
  const [startAt, endAt] = ['2027-01-08T10:00:30+01:00', '2027-01-08T11:00:40Z'];
  const change = await plannedMeeting(startAt, endAt);
  const timezone = 'Asia/Tokyo';
  expect(await change('Title', 'B')).toEqual({ startAt, endAt, timezone });
  const longer = await change('Planned end', '2027-01-08T12:30');
  expect(longer).toEqual({
    startAt: '2027-01-08T09:00:30.000Z',
    endAt: '2027-01-08T11:30:00.000Z',
    timezone,
  });
});

// Berlin has the hour from 2 to 3 twice on this day: until 01:00 UTC, and until 02:00 UTC.
test('a meeting in the hour that autumn repeats can be changed, and ends after it starts', async () => {
  const [startAt, endAt] = ['2027-10-31T00:45:00Z', '2027-10-31T01:15:00Z'];
  const change = await plannedMeeting(startAt, endAt);
  expect(await change('Title', 'B')).toMatchObject({ startAt, endAt });
  const longer = await change('Planned end', '2027-10-31T02:20');
  expect(longer).toMatchObject({ endAt: '2027-10-31T01:20:00.000Z' });
  const later = await change('Planned start', '2027-10-31T02:10');
  expect(later).toMatchObject({ startAt: '2027-10-31T00:10:00.000Z' });
});

test('a dialog that is open when the meeting begins keeps what was typed, and says why it is refused', async () => {
  const meeting = await liveMeeting(world);
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  await button('Change meeting').click();
  await changeDialog().getByLabel('Title').fill('Typed');
  await meeting.begin();
  await page.locator('.title-line').getByText('Running').waitFor();
  await changeDialog().getByRole('button', { name: 'Save' }).click();
  const reason = 'The meeting is in a state that does not allow this.';
  await changeDialog().getByRole('alert').getByText(reason).waitFor();
  expect(await changeDialog().getByLabel('Title').inputValue()).toBe('Typed');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('tabpanel').evaluate(isFocused)).toBe(true);
  expect(await button('Change meeting').count()).toBe(0);
});
