// Webhooks in the console, in a real browser against the real server.
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDueTasks } from '../../src/core/task/run-due-tasks.ts';
import { deliveryHandlers } from '../../src/jobs/task-handlers.ts';
import { chromiumPath, projectRoot } from '../../setup/places.mjs';
import { serverWorld } from '../world/service/server-world.ts';
import { violations } from '../world/violations.ts';

const world = await serverWorld({ webDist: join(projectRoot(), 'clients/web/dist') });
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage({ locale: 'en-US' });
});

afterAll(() => browser.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Does what a worker does. */
async function deliver(): Promise<void> {
  const handlers = deliveryHandlers();
  const { signal } = new AbortController();
  for (;;) {
    const runs = await startDueTasks(world.ctx, { holder: 'worker', handlers, limit: 20, signal });
    if (runs.length === 0) return;
    await Promise.all(runs);
  }
}

test('a webhook is added, its secret shown once; a delivery that failed is sent again', async () => {
  const answers = { status: 503 };
  world.ctx.outgoing = {
    ...world.ctx.outgoing,
    post: async () => ({ kind: 'answered', status: answers.status, retryAfterMs: null }),
  };
  const key = await world.key({ tenant: 'webhooks' });
  await page.goto(`${world.url}/console#/webhooks`);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await button('Sign in').click();
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByLabel('Address (https)').fill('https://93.184.216.34/hook');
  await button('Add webhook').click();
  await page.getByText('It is shown only now.').waitFor();
  const secret = await page.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('link', { name: /93\.184\.216\.34/ }).click();
  await button('Send a test').click();
  await page.getByText('webhook.test').waitFor();
  await deliver();
  await page.reload();
  await page.getByText('Failed').waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await violations(page)).toEqual([]);
  answers.status = 204;
  await button('Send again').click();
  await page.getByText('Pending').waitFor();
  await deliver();
  await page.reload();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  await button('Disable').click();
  await page.getByText('Disabled').waitFor();
});
