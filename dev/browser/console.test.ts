// The console in a real browser, against the real server on a real database.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '../../clients/web/src/i18n/pick-language.ts';
import { chromiumPath, projectRoot } from '../../setup/places.mjs';
import { liveMeeting } from '../world/service/live-meeting.ts';
import { serverWorld } from '../world/service/server-world.ts';
import { spokenMeeting } from '../world/service/spoken-meeting.ts';
import { violations } from '../world/violations.ts';

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

const world = await serverWorld({
  webDist: join(projectRoot(), 'clients/web/dist'),
  health: async () => HEALTH,
});
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
});

afterAll(() => browser.close());

beforeEach(async () => {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isOwnDoing = /status of 40[134]/.test(message.text());
    if (message.type() === 'error' && !isOwnDoing) complaints.push(message.text());
  });
});

afterEach(async () => {
  await page.context().close();
  if (complaints.length > 0) throw new Error(`The browser complains: ${complaints.join('; ')}`);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const sideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function signIn(key: string, fragment = ''): Promise<void> {
  await page.goto(`${world.url}/console${fragment}`);
  await page.getByLabel('API key').fill(key);
  await button('Sign in').click();
  await page.locator('html[data-parley-console="in"]').waitFor();
}

test('a key signs in, stays in its tab and out of addresses, and one that is not valid is told', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${world.url}/console`);
  await page.getByLabel('API key').fill('parley_wrong');
  await page.keyboard.press('Enter');
  await page.getByText('This is no valid API key.').waitFor();
  const key = await world.key({ tenant: 'sign-in' });
  await signIn(key);
  await heading('Meetings').waitFor();
  await page.reload();
  await heading('Meetings').waitFor();
  expect(asked.filter((url) => url.includes(key))).toEqual([]);
  expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([world.url]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
  const other = await page.context().newPage();
  await other.goto(`${world.url}/console`);
  await other.getByLabel('API key').waitFor();
  await other.evaluate(() => sessionStorage.setItem('parley.console.key', 'parley_revoked'));
  await other.reload();
  await other.getByText('The key is no longer valid.').waitFor();
  await button('Sign out').click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('two clicks make a meeting and copy its guest link; what happens elsewhere appears by itself', async () => {
  const key = await world.key({ tenant: 'two-clicks' });
  await signIn(key);
  await button('Create meeting').click();
  await button('Copy guest link').click();
  await button('Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/j\/gl_\w+#k=[\w-]{43}$/);
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

test('an item of the summary leads to its words, and the files are saved', async () => {
  const { key, meetingRef } = await spokenMeeting(world);
  await signIn(key, `#/meetings/${meetingRef}`);
  await heading('Transcript').waitFor();
  await heading('Decisions').waitFor();
  const jump = page.getByRole('button', { name: 'Show the words at 4:10' });
  await jump.focus();
  await page.keyboard.press('Enter');
  const words = page.locator('[aria-current="true"]', { hasText: 'We open in March.' });
  await words.waitFor();
  expect(await words.evaluate((element) => element === document.activeElement)).toBe(true);
  const saved = page.waitForEvent('download');
  await button('Transcript (VTT)').click();
  expect((await saved).suggestedFilename()).toBe(`${meetingRef}.vtt`);
  expect(await violations(page)).toEqual([]);
});

test('who comes and what is said in a running meeting appears while it happens', async () => {
  const meeting = await liveMeeting(world);
  await signIn(meeting.key, `#/meetings/${meeting.meetingRef}`);
  await page.getByText('Not begun').waitFor();
  await meeting.begin();
  await page.getByText('Running').waitFor();
  await page.getByRole('row', { name: /Ana.*Present/ }).waitFor();
  await meeting.track();
  await meeting.say(1, 'Hello from the harbor.');
  await page.getByRole('log').getByText('Hello from the harbor.').waitFor();
  expect(await violations(page)).toEqual([]);
  await button('Lock').click();
  await page.getByText('Locked: nobody new comes in.').waitFor();
  await button('End meeting').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End meeting' }).click();
  await page
    .locator('.title-line')
    .getByText(/Ending|Ended/)
    .waitFor();
});

test('a key that may do little sees which scope it lacks', async () => {
  const { meetingRef, tenant } = await spokenMeeting(world);
  const key = await world.key({ tenant, scopes: ['meetings:read'] });
  await signIn(key, `#/meetings/${meetingRef}`);
  await page.getByText('This key lacks the scope transcripts:read.').waitFor();
  await page.getByText('This key lacks the scope participants:read.').waitFor();
  await page.getByRole('link', { name: 'Key and health' }).click();
  await page.getByText('meetings:read').waitFor();
  await page.getByText('Speech recognition').waitFor();
});

test('every page is accessible in every language, fits 320 pixels, and keeps within its script budget', async () => {
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
    '#/webhooks': 'form',
    '#/service': '.health',
  };
  const found: string[] = [];
  for (const language of Object.keys(LANGUAGES)) {
    await page.getByRole('combobox').selectOption(language);
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const [fragment, content] of Object.entries(pages)) {
      await page.goto(`${world.url}/console${fragment}`);
      await page.locator(content).first().waitFor();
      if (await sideways()) found.push(`${language} ${fragment} scrolls sideways`);
      found.push(...(await violations(page)));
    }
  }
  expect(found).toEqual([]);
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
});

test('the welcome page says what this is in the language of the browser, also without scripts', async () => {
  await page.goto(world.url);
  await heading('Meetings by API, hosted by yourself').waitFor();
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
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(world.url);
  await bare.getByRole('link', { name: 'Console' }).waitFor();
  await plain.close();
});
