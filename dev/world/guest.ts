import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath, testSpeechPath } from '../../setup/places.mjs';

export type Guest = { page: Page; browser: Browser; name: string; close(): Promise<void>; kill(): void };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** A browser process of its own whose microphone plays a speech of dev/speech/texts.json, since the sound belongs to the process. */
export async function openGuest(name: string, speech: string | null): Promise<Guest> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: run npm test, which gets one');
  const sound = speech ? [`--use-file-for-fake-audio-capture=${testSpeechPath(speech)}%noloop`] : [];
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...sound] });
  const context = await browser.newContext({
    permissions: ['microphone', 'camera'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  const page = await context.newPage();
  return {
    page,
    browser,
    name,
    close: () => browser.close(),
    kill: () => void browser.close().catch(() => {}),
  };
}

/**
 * Opens the guest link and presses Join; resolves in the room, with the milliseconds from the click. The camera stays
 * off unless asked for: encoding video without a graphics card would take the cores that the speech needs.
 */
export async function joinMeeting(guest: Guest, guestUrl: string, camera: 'on' | 'off' = 'off'): Promise<number> {
  await guest.page.goto(guestUrl);
  if (camera === 'off') await guest.page.getByRole('button', { name: 'Turn camera off' }).click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  const clicked = Date.now();
  await guest.page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  return Date.now() - clicked;
}

export async function inState(guest: Guest, state: string, withinMs = 30_000): Promise<void> {
  await guest.page.waitForFunction((wanted) => document.documentElement.dataset['parleyState'] === wanted, state, { timeout: withinMs });
}
