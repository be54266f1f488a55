import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { startDueTasks } from '../../src/core/task/run-due-tasks.ts';
import { deliveryHandlers } from '../../src/jobs/task-handlers.ts';
import { consoleScene } from '../world/console-scene.ts';
import { violations } from '../world/violations.ts';

const scene = await consoleScene();
const { world, signIn, button, heading } = scene;
let page: Page;
beforeEach(() => {
  page = scene.page();
});

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
  let status = 503;
  const post = async () => ({ kind: 'answered' as const, status, retryAfterMs: null });
  world.ctx.outgoing = { ...world.ctx.outgoing, post };
  const key = await world.key({ tenant: 'webhooks' });
  await signIn(key, '#/webhooks');
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByLabel('Address (https)').fill('https://93.184.216.34/hook');
  await button('Add webhook').click();
  await page.getByText('It is shown only once.').waitFor();
  const secret = await page.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('link', { name: /93\.184\.216\.34/ }).click();
  await button('Send a test').click();
  await page.getByText('webhook.test').waitFor();
  await deliver();
  const held = Promise.withResolvers<void>();
  // Before the page loads: a request right after this could pass by.
  await page.route('**/replay', (route) => held.promise.then(() => route.continue()));
  await page.reload();
  await page.getByText('Failed').waitFor();
  // Attempts are up to a day apart.
  const attempt = page.getByRole('row', { name: 'webhook.test' }).getByRole('listitem');
  expect(await attempt.innerText()).toMatch(/^Nov 24, 2026/);
  expect(await page.content()).not.toContain(secret);
  expect(await violations(page)).toEqual([]);
  status = 204;
  await button('Send again').click();
  await expect.poll(() => button('Send again').getAttribute('aria-disabled')).toBe('true');
  held.resolve();
  await page.getByText('Pending').waitFor();
  await deliver();
  await page.reload();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  await button('New secret').click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const renewed = page.getByRole('region', { name: 'Signing secret' }).getByRole('textbox');
  expect(await renewed.inputValue()).toMatch(/^whsec_/);
  expect(await renewed.inputValue()).not.toBe(secret);
  expect(await violations(page)).toEqual([]);
  await button('Disable').click();
  await page.getByText('Disabled', { exact: true }).waitFor();
});

test('deliveries that no worker could try for a minute lead to the page that says why; others do not', async () => {
  const key = await world.key({ tenant: 'lost-key' });
  const hook = { url: 'https://93.184.216.34/hook' };
  const webhook = await world.call('POST', '/v1/webhooks', { key, body: hook });
  const webhookRef = String(webhook.json['webhookRef']);
  const hint = page.getByRole('status').getByRole('link', { name: 'Health' });
  const test = () => world.call('POST', `/v1/webhooks/${webhookRef}/test`, { key });
  await page.clock.setFixedTime(world.clock.now());
  await test();
  await signIn(key, `#/webhooks/${webhookRef}`);
  await page.getByText('Pending').waitFor();
  expect(await hint.count()).toBe(0);
  await page.clock.setFixedTime(new Date(world.clock.now().getTime() + 61_000));
  const attempts = [{ attemptedAt: '2026-11-24T09:00:00Z', result: 'timeout', httpStatus: null }];
  await page.route('**/deliveries', async (route) => {
    const response = await route.fetch();
    const { deliveries } = (await response.json()) as { deliveries: object[] };
    const tried = { ...deliveries[0], deliveryRef: 'del_2', attempts };
    await route.fulfill({ response, json: { deliveries: [tried, ...deliveries] } });
  });
  await page.reload();
  await page.getByText('No answer in time').waitFor();
  expect(await hint.count()).toBe(0);
  await page.unrouteAll();
  await page.reload();
  await hint.click();
  await heading('Health').waitFor();
});

test('a delivery whose next attempt is hours away is sent again when the receiver is back', async () => {
  let status = 503;
  const post = async () => ({ kind: 'answered' as const, status, retryAfterMs: 36_000_000 });
  world.ctx.outgoing = { ...world.ctx.outgoing, post };
  const key = await world.key({ tenant: 'outage' });
  const call = (path: string, body?: object) => world.call('POST', path, { key, body });
  const hook = await call('/v1/webhooks', { url: 'https://93.184.216.34/hook' });
  const webhookRef = String(hook.json['webhookRef']);
  const meeting = await call('/v1/meetings', { title: 'During an outage' });
  await call(`/v1/meetings/${String(meeting.json['meetingRef'])}/cancel`);
  await deliver();
  status = 204;
  await signIn(key, `#/webhooks/${webhookRef}`);
  const row = page.getByRole('row', { name: 'meeting.state_changed' });
  await row.getByText('Pending').waitFor();
  const answered = page.waitForResponse(/\/replay$/);
  await row.getByRole('button', { name: 'Send again' }).click();
  await answered;
  await deliver();
  await page.reload();
  await row.getByText('Delivered', { exact: true }).waitFor();
});
