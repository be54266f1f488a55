// The console in a real browser, with the real server and a real database.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { projectRoot } from '../../setup/places.mjs';
import { PAGE_WITHIN_MS, sharedBrowser } from './media/launch-browser.ts';
import { serverWorld, type WorldOptions } from './service/server-world.ts';

const WINDOW: BrowserContextOptions = {
  locale: 'en-US',
  viewport: { width: 1280, height: 800 },
  permissions: ['clipboard-read', 'clipboard-write'],
};

/** Opens a new page for each test, and fails the test on an error in the browser's console. */
export async function consoleScene(options: WorldOptions = {}) {
  const world = await serverWorld({ webDist: join(projectRoot(), 'clients/web/dist'), ...options });
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  const watch = (one: Page): Page => {
    one.on('pageerror', (error) => complaints.push(error.message));
    one.on('console', (message) => {
      const isOwnDoing = /status of 4(0[1349]|10|22)/.test(message.text());
      if (message.type() === 'error' && !isOwnDoing) complaints.push(message.text());
    });
    return one;
  };
  beforeEach(async () => {
    complaints = [];
    const context = await browser.newContext(WINDOW);
    context.setDefaultTimeout(PAGE_WITHIN_MS);
    page = watch(await context.newPage());
  });
  afterEach(async () => {
    await page.context().close();
    if (complaints.length > 0) throw new Error(`The browser complains: ${complaints.join('; ')}`);
  });

  const named = (role: 'button' | 'link' | 'tab' | 'heading' | 'textbox' | 'menuitem') => {
    return (name: string | RegExp) => page.getByRole(role, { name, exact: true });
  };
  const signIn = async (key: string, fragment = '') => {
    await page.goto(`${world.url}/console${fragment}`);
    await named('textbox')('API key').fill(key);
    await named('button')('Sign in').click();
    await page.locator('html[data-parley-console="in"]').waitFor();
  };
  return {
    world,
    signIn,
    /** The page of this test. */
    page: () => page,
    /** Another tab, whose errors fail the test as well. */
    tabBeside: async () => watch(await page.context().newPage()),
    browser: () => browser,
    button: named('button'),
    link: named('link'),
    tab: named('tab'),
    heading: named('heading'),
    textbox: named('textbox'),
    menuItem: named('menuitem'),
  };
}
