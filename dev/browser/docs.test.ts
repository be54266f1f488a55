// The pages of the documentation in a real browser.
import { beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { addressOf, GUIDES } from '../../src/server/docs/guides.ts';
import { consoleScene } from '../world/console-scene.ts';
import { ONE_THEME, violations } from '../world/violations.ts';

/** Code, tabs, tables and lists: what is readable in the dark here is so on every page. */
const SHOWS_ALL = new Set(['first-meeting', 'errors']);

const scene = await consoleScene();
const { world, tab, button, link, heading } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});

test('an example shows one language at a time, the same one everywhere and at the next visit', async () => {
  await page.goto(`${world.url}/docs/first-meeting`);
  await page.getByText('curl --version').waitFor();
  await tab('Python').first().click();
  await page.getByText('from parley_meetings import Parley').waitFor();
  expect(await page.getByText('curl --version').isVisible()).toBe(false);
  await page.reload();
  await page.getByText('from parley_meetings import Parley').waitFor();
  await tab('Python').first().press('ArrowLeft');
  await page.getByText("import { createClient } from '@parley/sdk'").waitFor();
});

test('a block of code is copied as it is', async () => {
  await page.goto(`${world.url}/docs/first-meeting`);
  await page.locator('.docs-code', { hasText: 'npm start' }).hover();
  // It is shown for two seconds, which may be over when the click is.
  const copied = button('Copied').waitFor();
  await button('Copy').first().click();
  await copied;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
});

test('from the welcome page a newcomer comes to a first meeting, to the reference and back', async () => {
  await page.goto(world.url);
  await page.getByRole('link', { name: /Documentation/ }).click();
  await link('Hold your first meeting').click();
  await heading('Your first meeting, in five minutes').waitFor();
  await link('API reference').first().click();
  await heading('Parley Meetings API').waitFor();
  await link('Docs').click();
  await heading('Parley documentation').waitFor();
});

test('no page of the documentation breaks a rule of accessibility, or is wider than a phone', async () => {
  const found: string[] = [];
  const left = [...GUIDES];
  const look = async (at: Page) => {
    for (let guide = left.shift(); guide; guide = left.shift()) {
      await at.setViewportSize({ width: 1280, height: 800 });
      await at.goto(world.url + addressOf(guide));
      const faults = await violations(at, SHOWS_ALL.has(guide.name) ? undefined : ONE_THEME);
      for (const fault of faults) found.push(`${guide.name}: ${fault}`);
      await at.setViewportSize({ width: 320, height: 640 });
      const width = await at.evaluate(() => document.documentElement.scrollWidth);
      if (width !== 320) found.push(`${guide.name}: ${width} px wide`);
    }
  };
  await Promise.all([look(page), look(await scene.tabBeside())]);
  expect(found).toEqual([]);
});

test('on a phone the menu of a page leads to the others', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${world.url}/docs/first-meeting`);
  await page.getByText('All pages').click();
  await page.getByRole('link', { name: 'Webhooks and events', exact: true }).first().click();
  await heading('Webhooks and the event stream').waitFor();
});
