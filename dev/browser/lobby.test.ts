// The lobby in a real browser: devices, sound, name, and what the page keeps.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inState, joinMeeting, leaveMeeting } from '../world/media/guest.ts';
import { listenIn, type Listening } from '../world/media/observed-guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { PAGE_WITHIN_MS } from '../world/media/launch-browser.ts';

const { parley, client, guest, newMeeting } = await guestScene('Dana', { PARLEY_SPEECH: 'off' });
const { guestUrl } = await newMeeting();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function freshPage(): Promise<Page> {
  await guest.page.context().close();
  const context = await guest.browser.newContext({
    permissions: ['microphone', 'camera'],
    locale: 'en-US',
  });
  context.setDefaultTimeout(PAGE_WITHIN_MS);
  guest.page = await context.newPage();
  return guest.page;
}

test('a guest chooses a speaker, hears a test sound there, and the meeting uses that choice', async () => {
  const page = await freshPage();
  await page.addInitScript(() => {
    const played: string[] = [];
    Object.assign(globalThis, { played });
    const start = AudioContext.prototype as AudioContext & { setSinkId(id: string): Promise<void> };
    const native = start.setSinkId;
    start.setSinkId = function (id: string) {
      played.push(id);
      return native.call(this, id);
    };
  });
  await page.goto(guestUrl);
  const speakers = page.getByRole('combobox', { name: 'Speaker' });
  await expect.poll(() => speakers.locator('option').count()).toBeGreaterThan(1);
  const last = await speakers.locator('option').last().getAttribute('value');
  await speakers.selectOption(last);
  // It plays for a second, which may be over when the click is.
  const playing = page.locator('.test-sound[data-playing="true"]').waitFor();
  await button(page, 'Test sound').click();
  await playing;
  await page.locator('.test-sound[data-playing="false"]').waitFor();
  expect(
    await page.evaluate(() => (globalThis as unknown as { played: string[] }).played),
  ).toContain(last);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Dana');
  await button(page, 'Join meeting').click();
  await inState(guest, 'joined');
  await button(page, 'Settings').click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Speaker' }).inputValue()).toBe(last);
});

test('the level meter follows the microphone until it is muted; who mutes in the lobby joins muted', async () => {
  const page = await freshPage();
  await page.goto(guestUrl);
  const level = () =>
    page
      .locator('.preview .meter')
      .evaluate((meter) => Number(meter.style.getPropertyValue('--level') || 0));
  await expect.poll(level, { interval: 20 }).toBeGreaterThan(0.1);
  await button(page, 'Mute microphone').click();
  await page.getByText('You join muted').waitFor();
  await expect.poll(level).toBe(0);
  await button(page, 'Turn camera off').click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Dana');
  await button(page, 'Join meeting').click();
  await inState(guest, 'joined');
  await button(page, 'Unmute microphone').waitFor();
  await button(page, 'Turn camera on').waitFor();
  expect(await page.evaluate(() => document.querySelectorAll('video').length)).toBe(0);
  await button(page, 'Unmute microphone').click();
  await button(page, 'Mute microphone').waitFor();
});

test('the device keeps name and preferences, the tab its link and participant; nothing else is stored', async () => {
  const page = await freshPage();
  await joinMeeting(guest, guestUrl);
  await button(page, 'Leave meeting').click();
  await inState(guest, 'left');
  await page.goto('about:blank');
  await page.goto(guestUrl);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Your name' }).inputValue())
    .toBe('Dana');
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));
  const [, guestLinkRef = '', secret = ''] = /\/j\/(.*)#k=(.*)/.exec(guestUrl) ?? [];
  const session = {
    [`parley.link.${guestLinkRef}`]: secret,
    [`parley.participant.${guestLinkRef}`]: expect.stringContaining('participantSecret'),
  };
  expect(kept).toEqual({
    local: ['parley.name', 'parley.preferences'],
    session,
    cookies: '',
    databases: [],
    caches: [],
  });
});

test('lobby and room work by keyboard: focus is visible, reaches every control, is never trapped', async () => {
  const page = await freshPage();
  await page.goto(guestUrl);
  await page.getByRole('textbox', { name: 'Your name' }).waitFor();
  const tabTo = async (name: string, most = 40): Promise<void> => {
    for (let presses = 0; presses < most; presses += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const focused = document.activeElement;
        const style = focused === null ? null : getComputedStyle(focused);
        const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : null;
        return {
          name: label ?? focused?.getAttribute('aria-label') ?? focused?.textContent ?? '',
          outline: style?.outlineStyle ?? 'none',
        };
      });
      if (at.name !== '' && at.name.length < 60)
        expect(at, 'what has the focus shows it').toMatchObject({ outline: 'solid' });
      if (at.name === name) return;
    }
    throw new Error(`${most} presses of Tab did not lead to ${name}`);
  };
  const focusIsOn = async (name: string): Promise<void> => {
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(name);
  };
  await tabTo('Your name');
  await page.keyboard.type('Dana');
  await page.keyboard.press('Enter');
  await inState(guest, 'joined');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await tabTo('Mute microphone');
  await page.keyboard.press('Space');
  await button(page, 'Unmute microphone').waitFor();
  await tabTo('Open chat');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Chat' }).waitFor();
  await tabTo('Message');
  await page.keyboard.type('From the keys');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('From the keys').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 2, name: 'Chat' }).waitFor({ state: 'detached' });
  await focusIsOn('Open chat');
  await page.keyboard.press('?');
  await page.getByRole('heading', { level: 2, name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.locator('.keys kbd').count()).toBe(10);
  await page.keyboard.press('Escape');
  await tabTo('More actions');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await focusIsOn('More actions');
  await tabTo('Leave meeting');
  await page.keyboard.press('Enter');
  await inState(guest, 'left');
});

test('no secret stays in address bar, history, storage or console, and no other host gets a request', async () => {
  const page = await freshPage();
  const secret = guestUrl.split('#k=')[1] ?? '';
  const console: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => console.push(message.text()));
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await listenIn(guest);
  await joinMeeting(guest, guestUrl);
  const servers = await page.evaluate(() =>
    ((globalThis as Listening).connections ?? []).map(
      (connection) => connection.getConfiguration().iceServers?.flatMap(({ urls }) => urls) ?? [],
    ),
  );
  expect(servers).not.toEqual([]);
  // LiveKit's own would be Google's and Twilio's, which would learn the guest's address.
  expect(servers.flat().filter((url) => !url.startsWith('stun:127.0.0.1:'))).toEqual([]);
  const historyState = await page.evaluate(() => JSON.stringify(history.state));
  await button(page, 'Leave meeting').click();
  await inState(guest, 'left');
  expect(page.url()).toBe(guestUrl.split('#')[0]);
  await page.goto(`${parley.url}/health/live`);
  await page.goBack();
  await inState(guest, 'lobby');
  expect(page.url()).not.toContain('#');
  const ofDevice = await page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      document.cookie,
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );
  const places = [console.join('\n'), historyState, asked.join('\n'), ofDevice];
  expect(places.map((text) => text.includes(secret))).toEqual([false, false, false, false]);
  // Another tab of the same browser has nothing to open the meeting with.
  const beside = { ...guest, page: await page.context().newPage() };
  await beside.page.goto(page.url());
  await inState(beside, 'refused');
  const hosts = new Set(
    asked.filter((url) => !/^(blob|data|about):/.test(url)).map((url) => new URL(url).host),
  );
  expect([...hosts]).toEqual([new URL(parley.url).host]);
});

// Promise: 105
test('a guest of a meeting that is not transcribed learns so before joining and in the room', async () => {
  const page = await freshPage();
  await page.goto(guestUrl);
  await page.getByText('This meeting is not transcribed').waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Dana');
  await button(page, 'Join meeting').click();
  await inState(guest, 'joined');
  await page.getByText('Not transcribed', { exact: true }).waitFor();
});

test('a guest who corrected the name that the link suggests rejoins with the corrected one', async () => {
  const { meetingRef } = await newMeeting();
  const link = { displayName: 'D. Berg' };
  const { guestUrl } = await client.guestLinks.create(meetingRef, { link });
  const page = await freshPage();
  await joinMeeting(guest, guestUrl, 'off', 'off');
  await leaveMeeting(guest);
  await button(page, 'Rejoin').click();
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Dana');
});
