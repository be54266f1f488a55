// What guests do together, what becomes of them in trouble, and the room in a frame of another page.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { besides, type Guest, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { hears, listenIn } from '../world/media/observed-guest.ts';

let around = '';
const host = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(around));
await once(host.listen(0, '127.0.0.1'), 'listening');
afterAll(() => host.close());
const hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

const {
  parley,
  guest: anna,
  newMeeting,
} = await guestScene('Anna', {
  PARLEY_SPEECH: 'off',
  PARLEY_EMBED_ORIGINS: hostOrigin,
});
const ben = await besides(anna, 'Ben');

async function meet(guests: readonly Guest[], camera: 'on' | 'off' = 'off'): Promise<void> {
  const { guestUrl } = await newMeeting();
  for (const guest of guests) {
    await guest.page.goto('about:blank');
    await joinMeeting(guest, guestUrl, camera);
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('two guests chat, raise hands and share a screen, and what one writes stays text', async () => {
  await listenIn(ben);
  await meet([anna, ben]);
  await hears(ben);
  const hostile =
    '<img src=x onerror="document.title=1"> javascript:alert(1) https://example.org/a';
  await button(anna.page, 'Open chat').click();
  await anna.page.getByRole('textbox', { name: 'Message' }).fill(hostile);
  await button(anna.page, 'Send message').click();
  await ben.page.getByRole('status').getByText('Message from Anna').waitFor({ state: 'attached' });
  await button(ben.page, 'Open chat').click();
  await ben.page.getByText('<img src=x').waitFor();
  const links = await ben.page.getByRole('log').getByRole('link').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    'https://example.org/a',
  ]);
  expect(await ben.page.getByRole('log').locator('img').count()).toBe(0);

  await button(ben.page, 'Raise hand').click();
  await anna.page.getByRole('status').getByText('Ben raised a hand').waitFor({ state: 'attached' });
  await button(anna.page, 'People').click();
  await anna.page
    .getByRole('listitem')
    .filter({ hasText: 'Hand raised, number 1 in the queue' })
    .filter({ hasText: 'Ben' })
    .waitFor();
  await button(ben.page, 'Lower hand').click();

  await button(anna.page, 'Share screen').click();
  await button(anna.page, 'Stop sharing').waitFor();
  await ben.page.locator('.tile[data-source="screen"] video').waitFor();
  await button(anna.page, 'Stop sharing').click();
  await ben.page.locator('.tile[data-source="screen"]').waitFor({ state: 'detached' });
});

const movingPictures = ({ page }: Guest): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('video')].filter(
        (video) => video.videoWidth > 0 && !video.paused && video.currentTime > 0,
      ).length,
  );

test('each guest sees the picture of the other until its camera is turned off', async () => {
  await meet([anna, ben], 'on');
  await expect.poll(() => movingPictures(anna), { timeout: 30_000 }).toBe(2);
  await expect.poll(() => movingPictures(ben), { timeout: 30_000 }).toBe(2);
  await button(ben.page, 'Turn camera off').click();
  await expect.poll(() => movingPictures(anna), { timeout: 30_000 }).toBe(1);
  const people = anna.page.getByRole('list', { name: 'People in the meeting' });
  expect(await people.innerText()).toContain('Ben');
});

test('single keys switch the microphone, but not while one writes and not once they are switched off', async () => {
  await meet([anna]);
  const { page } = anna;
  await button(page, 'Mute microphone').waitFor();
  await page.keyboard.press('m');
  await button(page, 'Unmute microphone').waitFor();
  await page.keyboard.press('t');
  await page.getByRole('textbox', { name: 'Message' }).fill('');
  await page.getByRole('textbox', { name: 'Message' }).press('m');
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('m');
  await button(page, 'Unmute microphone').waitFor();
  await button(page, 'Settings').click();
  await page.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
  await page.getByRole('heading', { level: 2, name: 'Settings' }).click();
  await page.keyboard.press('m');
  await button(page, 'Unmute microphone').waitFor();
  await page.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
});

test('a page that the operator named can embed the room, read its events and end the visit; no other can', async () => {
  const { guestUrl } = await newMeeting('Framed');
  around = `<script type="module" src="${parley.url}/embed.js"></script>
    <parley-meeting link="${guestUrl}"></parley-meeting>
    <script>
      window.heard = []; window.devices = [];
      addEventListener('parley-state', ({ detail }) => heard.push(detail.state));
      addEventListener('parley-devices', ({ detail }) => devices.push(detail.microphoneOn));
    </script>`;
  const { page } = ben;
  await page.goto(hostOrigin);
  const heard = (state: string) =>
    page.waitForFunction(
      (wanted) => (window as unknown as { heard: string[] }).heard.includes(wanted),
      state,
    );
  await heard('lobby');
  const frame = page.frames().find((one) => one.url().startsWith(parley.url));
  expect(frame?.url()).not.toContain(guestUrl.split('#k=')[1]);
  await frame?.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await frame?.getByRole('button', { name: 'Join meeting' }).click();
  await heard('joined');
  const lastDevice = (on: boolean) =>
    page.waitForFunction(
      (wanted) => (window as unknown as { devices: boolean[] }).devices.at(-1) === wanted,
      on,
    );
  await lastDevice(true);
  // Any other window may post as it likes: only the page around is obeyed.
  await frame?.evaluate(() => window.postMessage({ target: 'parley', command: 'leave' }, '*'));
  await page.evaluate(() =>
    (document.querySelector('parley-meeting') as HTMLElement & { mute(): void }).mute(),
  );
  await lastDevice(false);
  await frame?.getByRole('button', { name: 'Unmute microphone' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard.at(-1))).toBe(
    'joined',
  );
  await page.evaluate(() =>
    (document.querySelector('parley-meeting') as HTMLElement & { leave(): void }).leave(),
  );
  await heard('left');
  const framed = await fetch(guestUrl.replace('#', '?embed#'));
  expect(framed.headers.get('content-security-policy')).toMatch(
    new RegExp(`frame-ancestors ${hostOrigin}(;|$)`),
  );
  const plain = await fetch(guestUrl);
  expect([
    plain.headers.get('content-security-policy'),
    plain.headers.get('x-frame-options'),
  ]).toEqual([expect.stringContaining("frame-ancestors 'none'"), 'DENY']);
});

test('a guest in a frame that may not use a device is told that the website around it blocks the device', async () => {
  const { guestUrl } = await newMeeting('Framed');
  const { page } = ben;
  const help = 'Ask the people who run that website, or open the meeting link in a tab of its own.';
  const isDenied = async (allow: string, devices: string) => {
    around = `<iframe src="${guestUrl.replace('#', '?embed#')}" allow="${allow}"></iframe>`;
    await page.goto(hostOrigin);
    const room = page.frameLocator('iframe');
    await expect
      .poll(() => room.getByRole('alert').allInnerTexts())
      .toEqual([`The website around this meeting blocks your ${devices}. ${help}`]);
    expect(await room.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  };
  await isDenied('', 'microphone and camera');
  await isDenied('microphone', 'camera');
});

test('the element of a page that sets no height shows a room of usable height', async () => {
  const { guestUrl } = await newMeeting('Framed');
  around = `<!doctype html><script type="module" src="${parley.url}/embed.js"></script>
    <parley-meeting link="${guestUrl}"></parley-meeting>`;
  const { page } = ben;
  await page.goto(hostOrigin);
  const room = () => page.frames().find((one) => one.url().startsWith(parley.url));
  await expect.poll(() => room()?.evaluate(() => innerHeight)).toBeGreaterThanOrEqual(480);
});
