import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath, testSpeechPath } from '../../../setup/places.mjs';
import { descendants } from '../process-memory.ts';
import type { Person } from '../../../clients/web/src/people/person.ts';

export type Guest = {
  page: Page;
  browser: Browser;
  mark: string;
  name: string;
  close(): Promise<void>;
  kill(): void;
};

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/**
 * A browser process of its own whose microphone plays a speech of dev/speech/texts.json, since the
 * sound belongs to the process.
 */
export async function openGuest(
  name: string,
  speech: string | null,
  flags: readonly string[] = [],
): Promise<Guest> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: run npm test, which gets one');
  const sound = speech
    ? [`--use-file-for-fake-audio-capture=${testSpeechPath(speech)}%noloop`]
    : [];
  // Names the process; a browser passes over what it does not know.
  const mark = `--parley-guest=${randomUUID()}`;
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_FLAGS.filter(unless(flags)), ...sound, ...flags, mark],
  });
  return guestIn(browser, mark, name);
}

/** Holds for a flag that none of the others sets. */
function unless(others: readonly string[]): (flag: string) => boolean {
  const named = new Set(others.map((flag) => flag.split('=')[0]));
  return (flag) => !named.has(flag.split('=')[0]);
}

/** Another guest in a browser that is open, with storage and permissions of its own; closing one closes both. */
export function besides({ browser, mark }: Guest, name: string): Promise<Guest> {
  return guestIn(browser, mark, name);
}

async function guestIn(browser: Browser, mark: string, name: string): Promise<Guest> {
  const context = await browser.newContext({
    permissions: ['microphone', 'camera'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  const page = await context.newPage();
  return {
    page,
    browser,
    mark,
    name,
    close: () => browser.close(),
    kill: () => void browser.close().catch(() => {}),
  };
}

/**
 * Opens the guest link and presses Join; resolves in the room, with the milliseconds from the click. The camera stays
 * off unless asked for: encoding video without a graphics card would take the cores that the speech needs.
 */
export async function joinMeeting(
  guest: Guest,
  guestUrl: string,
  camera: 'on' | 'off' = 'off',
): Promise<number> {
  await guest.page.goto(guestUrl);
  if (camera === 'off') await guest.page.getByRole('button', { name: 'Turn camera off' }).click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  const clicked = Date.now();
  await guest.page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  return Date.now() - clicked;
}

export async function inState(guest: Guest, state: string, withinMs = 30_000): Promise<void> {
  const page = guest.page;
  const reached = page.waitForFunction(
    (wanted) => document.documentElement.dataset['parleyState'] === wanted,
    state,
    { timeout: withinMs },
  );
  await reached.catch(async (error: unknown) => {
    const seen = await page.evaluate(() => [
      document.documentElement.dataset['parleyState'],
      document.body.innerText,
    ]);
    throw new Error(`not ${state}, but ${seen.join(': ')}`, { cause: error });
  });
}

/** Of the guest's browser and all that it started. */
export async function browserPids({ mark }: Guest): Promise<number[]> {
  for (const pid of await descendants(process.pid)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(mark)) return [pid, ...(await descendants(pid))];
  }
  throw new Error('the browser has ended');
}

/** One who is in the room with an open microphone and nothing else. */
export function somebody(about: Pick<Person, 'ref' | 'name'> & Partial<Person>): Person {
  return {
    isSelf: false,
    isHost: false,
    isClient: false,
    consent: null,
    lockedSources: '',
    microphoneOn: true,
    videoRef: null,
    sharing: false,
    screenRef: null,
    speaking: false,
    connection: 'good',
    joinedAtMs: 0,
    handRaisedAtMs: null,
    ...about,
  };
}
