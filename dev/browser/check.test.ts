// The page /check in a real browser beside a real media server: devices, ways, verdict, report.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { guestScene } from '../world/media/guest-scene.ts';
import { picture } from '../world/media/observed-guest.ts';
import { violations } from '../world/violations.ts';

const { parley, guest } = await guestScene('Anna', { PARLEY_SPEECH: 'off' });

/** The states of the ways, as the page shows them. */
async function found(page: Page): Promise<string[]> {
  await page.waitForFunction(
    () => document.documentElement.dataset['parleyCheck'] === 'done',
    undefined,
    { timeout: 60_000 },
  );
  const rows = await page.getByRole('listitem').allInnerTexts();
  return rows.map((row) =>
    row
      .replace(/\s+/g, ' ')
      .replace(/\d+ ms/, 'N ms')
      .trim(),
  );
}

test('each way to the media server is tried, devices work, and the report can be copied', async () => {
  const { page } = guest;
  await page.goto(`${parley.url}/check`);
  expect(await found(page)).toEqual([
    'Meeting service Works',
    'Sound and video, direct Works · N ms',
    'Sound and video over TCP Works · N ms',
    'Sound and video through the relay Not offered',
  ]);
  await page.getByText('Your connection is good for meetings.').waitFor();
  await page.getByText('Microphone is on').waitFor();
  await page.getByRole('button', { name: 'Test sound' }).click();
  await page.getByRole('button', { name: 'Copy report' }).click();
  const report = await page.locator('.check-report').innerText();
  expect(report).toMatch(/^microphone: on$/m);
  expect(report).toMatch(/^udp: works, \d+ ms$/m);
  await picture(guest, 'check');
  expect(await violations(page)).toEqual([]);
});

test('where there is no clipboard, as without https, the report is shown and not called copied', async () => {
  const page = await guest.page.context().newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', {}));
  await page.goto(`${parley.url}/check`);
  await found(page);
  await page.getByRole('button', { name: 'Copy report' }).click();
  await page.locator('.check-report').getByText('Parley check').waitFor();
  expect(await page.getByRole('button', { name: 'Copy report' }).count()).toBe(1);
  await page.close();
});

test('a service that does not answer is reported, and the next check finds it again', async () => {
  const { page } = guest;
  await page.route('**/guest/connection-check', (route) => route.abort());
  await page.goto(`${parley.url}/check`);
  await page.getByText('The meeting service cannot be reached').waitFor();
  await page.unroute('**/guest/connection-check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Your connection is good for meetings.').waitFor();
});

test('a press that tries a device again keeps the focus on the page', async () => {
  const page = await guest.page.context().newPage();
  await page.addInitScript(() => {
    const refuse = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError');
    };
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
  });
  await page.goto(`${parley.url}/check`);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.close();
});
