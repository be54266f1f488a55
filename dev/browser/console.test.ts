// The console in a real browser, against the real server on a real database.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '../../clients/web/src/i18n/page-language.ts';
import { consoleScene } from '../world/console-scene.ts';
import { liveMeeting, spokenMeeting } from '../world/service/live-meeting.ts';
import { ONE_THEME, violations } from '../world/violations.ts';

const MAX_SCRIPT_BYTES = 120_000;

const HEALTH = {
  status: 'degraded' as const,
  version: '1.0.0',
  components: {
    database: { status: 'ok' },
    media: { status: 'ok' },
    speech: { status: 'starting', engine: 'scripted' },
    summary: { status: 'off' },
  },
};

const scene = await consoleScene({ health: async () => HEALTH });
const { world, signIn, button, link, tab, heading, textbox } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});
const keyField = () => textbox('API key');
const sideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a key signs in, stays in its tab and out of addresses, and an invalid one is refused', async () => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${world.url}/console`);
  expect(
    await keyField().evaluate((field) => [
      getComputedStyle(field).getPropertyValue('-webkit-text-security'),
      field.getAttribute('autocomplete'),
    ]),
  ).toEqual(['disc', 'off']);
  await expect
    .poll(() => keyField().evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type('parley_wrong');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a valid API key.').waitFor();
  const key = await world.key({ tenant: 'sign-in' });
  await signIn(key);
  await heading('Meetings').waitFor();
  await page.reload();
  await heading('Meetings').waitFor();
  expect(requested.filter((url) => url.includes(key))).toEqual([]);
  expect([...new Set(requested.map((url) => new URL(url).origin))]).toEqual([world.url]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
  const other = await page.context().newPage();
  await other.goto(`${world.url}/console`);
  await other.getByLabel('API key').waitFor();
  await other.evaluate(() => sessionStorage.setItem('parley.console.key', 'parley_revoked'));
  await other.reload();
  await other.getByText('The key is no longer valid.').waitFor();
  await button('Sign out').click();
  await keyField().waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a key with a character that no key has is called invalid, not the service unreachable', async () => {
  await page.goto(`${world.url}/console`);
  await keyField().fill('parley_…');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a valid API key.').waitFor();
});

test('two clicks make a meeting and copy its guest link; what happens elsewhere appears by itself', async () => {
  const key = await world.key({ tenant: 'two-clicks' });
  await signIn(key);
  await button('New meeting').click();
  const dialog = page.getByRole('dialog', { name: 'New meeting', exact: true });
  await dialog.getByRole('button', { name: 'Create meeting' }).click();
  await dialog.getByRole('button', { name: 'Copy guest link' }).click();
  await button('Copied').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/j\/gl_\w+#k=[\w-]{43}$/);
  await button('Close').click();
  expect(await page.content()).not.toContain(address);
  const rows = page.getByRole('list', { name: 'Meetings' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(1);
  const ref = /meetings\/(\w+)/.exec((await rows.getByRole('link').getAttribute('href')) ?? '');
  await world.call('POST', `/v1/meetings/${ref?.[1]}/cancel`, { key });
  await rows.getByText('Cancelled').waitFor();
  await button('Over').click();
  await rows.getByText('Cancelled').waitFor();
  await button('Running').click();
  await page.getByText('No meetings here yet.').waitFor();
});

test('the keyboard alone makes a meeting with a waiting room that asks each person, and copies its link', async () => {
  await signIn(await world.key({ tenant: 'by-keyboard' }));
  await button('New meeting').focus();
  await page.keyboard.press('Enter');
  const title = textbox('Title');
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Harbor museum');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByRole('combobox', { name: 'Transcription' }).selectOption('Each person is asked');
  expect(await violations(page)).toEqual([]);
  await title.focus();
  await page.keyboard.press('Enter');
  await page.getByText('The guest link for “Harbor museum” is ready.').waitFor();
  await page.keyboard.press('Enter');
  await button('Copied').waitFor();
  expect(await violations(page)).toEqual([]);
  await link('Open meeting').click();
  await page.getByRole('heading', { level: 1, name: 'Harbor museum' }).waitFor();
  const facts = page.getByRole('tabpanel', { name: 'Overview' }).locator('dl');
  expect(await facts.innerText()).toMatch(
    /Transcription\s+Each person is asked\s+Waiting room\s+On/,
  );
});

test('a meeting that is not transcribed promises neither words nor a transcript nor a summary', async () => {
  const { key, meetingRef, begin } = await liveMeeting(world);
  const body = { options: { transcription: 'off' } };
  await world.call('PATCH', `/v1/meetings/${meetingRef}`, { key, body });
  const off = (name: string) => page.getByRole('region', { name }).getByText('turned off');
  await signIn(key, `#/meetings/${meetingRef}/transcript`);
  await off('Transcript').waitFor();
  await begin();
  await page.getByText('Running').waitFor();
  await off('Transcript').waitFor();
  await tab('Summary').click();
  await off('Summary').waitFor();
  await tab('Overview').click();
  await button('End meeting').waitFor();
  expect(await page.getByText('Words appear here').count()).toBe(0);
});

test('on a phone the title of a meeting has a line of its own in the list', async () => {
  const key = await world.key({ tenant: 'list-on-a-phone' });
  await world.call('POST', '/v1/meetings', { key, body: { title: 'Wochenbesprechung' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(key);
  const title = await page.getByText('Wochenbesprechung').boundingBox();
  const state = await page.getByRole('listitem').getByText('Not started').boundingBox();
  expect(state?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 999));
});

test('a key that may do little sees which scope it lacks', async () => {
  const { meetingRef, tenant } = await spokenMeeting(world);
  const key = await world.key({ tenant, scopes: ['meetings:read'] });
  await signIn(key, `#/meetings/${meetingRef}`);
  await page.getByText('This key lacks the scope transcripts:read.').waitFor();
  await tab('People').click();
  await page.getByText('This key lacks the scope participants:read.').waitFor();
  await tab('Links').click();
  await page.getByText('This key lacks the scope guest-links:read.').waitFor();
  expect(await button('New link').count()).toBe(0);
  await link('Key').click();
  await page.getByText('meetings:read').waitFor();
  await link('Health').click();
  await page.getByText('Speech recognition').waitFor();
});

test('every page fits 320 pixels in every language, is accessible, and keeps within its script budget', async () => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  const { key, meetingRef } = await spokenMeeting(world);
  await signIn(key);
  await page.setViewportSize({ width: 320, height: 640 });
  const pages = {
    '#/meetings': '.list',
    [`#/meetings/${meetingRef}`]: '.items',
    [`#/meetings/${meetingRef}/people`]: '.table',
    [`#/meetings/${meetingRef}/transcript`]: '.words',
    [`#/meetings/${meetingRef}/summary`]: '.items',
    [`#/meetings/${meetingRef}/links`]: '.table',
    '#/webhooks': 'form',
    '#/key': '.chips',
    '#/health': '.health',
  };
  const found: string[] = [];
  for (const language of Object.keys(LANGUAGES)) {
    await page.getByRole('combobox').selectOption(language);
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const [fragment, content] of Object.entries(pages)) {
      await page.goto(`${world.url}/console${fragment}`);
      await page.locator(content).first().waitFor();
      if (await sideways()) found.push(`${language} ${fragment} scrolls sideways`);
      if (language === 'en') found.push(...(await violations(page)));
      // Colors do not depend on the language.
      if (language === 'ar') found.push(...(await violations(page, ONE_THEME)));
    }
  }
  expect(found).toEqual([]);
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
});

test('the welcome page says what this is in the language of the browser, also without scripts', async () => {
  await page.goto(world.url);
  await heading('Meetings by API, self-hosted').waitFor();
  const tops = await page
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(tops.map((top) => tops.filter((other) => other === top).length)).toEqual([2, 2, 2, 2]);
  for (const [language, title] of [
    ['de', 'Meetings per API, selbst betrieben'],
    ['ar', 'اجتماعات عبر واجهة برمجية تستضيفها بنفسك'],
  ] as const) {
    await page.getByRole('combobox').selectOption(language);
    await heading(title).waitFor();
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'لوحة التحكم' }).click();
  await page.locator('html[data-parley-console="out"][dir="rtl"]').waitFor();
  expect(await violations(page)).toEqual([]);
  const plain = await scene.browser().newContext({ javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(world.url);
  await bare.getByRole('link', { name: 'Console' }).waitFor();
  await plain.close();
});
