import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { testSpeechPath } from '../../../setup/places.mjs';
import { descendants } from '../process-memory.ts';
import { launchBrowser, PAGE_WITHIN_MS, sharedBrowser } from './launch-browser.ts';

export type Guest = {
  page: Page;
  browser: Browser;
  mark: string;
  name: string;
  close(): Promise<void>;
};

/**
 * Opens a browser whose microphone plays a text of dev/speech/texts.json, or the browser's own beeps for null. Each
 * guest who speaks needs a browser, because Chromium has one fake microphone per process.
 */
export async function openGuest(
  name: string,
  speech: string | null,
  flags: readonly string[] = [],
): Promise<Guest> {
  const sound = speech
    ? [`--use-file-for-fake-audio-capture=${testSpeechPath(speech)}%noloop`]
    : [];
  // Marks the process. Chromium ignores unknown flags.
  const mark = `--parley-guest=${randomUUID()}`;
  const browser = await launchBrowser([...sound, ...flags, mark]);
  return guestIn(browser, mark, name);
}

/** Opens a guest without speech in the browser that a worker's files share. `close` closes all that it shows. */
export async function openSharedGuest(name: string): Promise<Guest> {
  const browser = await sharedBrowser();
  const close = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  return { ...(await guestIn(browser, '', name)), close };
}

/** Another guest in the same browser, with a context of its own. `close` closes the browser for both. */
export function besides({ browser, mark }: Guest, name: string): Promise<Guest> {
  return guestIn(browser, mark, name);
}

/** The same for one test, which may run beside others of its file: the page closes when the test ends. */
export async function besidesDuring(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  guest: Guest,
  name: string,
): Promise<Guest> {
  const other = await besides(guest, name);
  onTestFinished(() => other.page.context().close());
  return other;
}

async function guestIn(browser: Browser, mark: string, name: string): Promise<Guest> {
  const context = await browser.newContext({
    permissions: ['microphone', 'camera'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  context.setDefaultTimeout(PAGE_WITHIN_MS);
  const page = await context.newPage();
  return {
    page,
    browser,
    mark,
    name,
    close: () => browser.close(),
  };
}

/**
 * Opens the guest link and presses Join. Returns the milliseconds from the click until the guest is in the room. The
 * camera is off by default, because encoding video takes the cores that speech needs. Where no sound matters, turn off
 * the microphone as well: it is two thirds of the work of a page in a meeting. A microphone that plays a text
 * begins when it opens: in the lobby, or with `microphone` off when the guest unmutes it in the room.
 */
export async function joinMeeting(
  guest: Guest,
  guestUrl: string,
  camera: 'on' | 'off' = 'off',
  microphone: 'on' | 'off' = 'on',
): Promise<number> {
  await guest.page.goto(guestUrl);
  if (microphone === 'off') await button(guest, 'Mute microphone').click();
  if (camera === 'off') await guest.page.getByRole('button', { name: 'Turn camera off' }).click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  const clicked = Date.now();
  await guest.page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  return Date.now() - clicked;
}

export async function inState(
  guest: Guest,
  state: string,
  withinMs = PAGE_WITHIN_MS,
): Promise<void> {
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

/** The processes of the guest's browser. */
export async function browserPids({ mark }: Guest): Promise<number[]> {
  for (const pid of await descendants(process.pid)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(mark)) return [pid, ...(await descendants(pid))];
  }
  throw new Error('the browser has ended');
}

export const button = ({ page }: Guest, name: string) =>
  page.getByRole('button', { name, exact: true });

/** The texts in the list of people on this guest's page. */
export const peopleSeenBy = ({ page }: Guest): Promise<string[]> =>
  page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem').allInnerTexts();

/** Presses Leave. Resolves when the service has answered. */
export async function leaveMeeting(guest: Guest): Promise<void> {
  const confirmed = guest.page.waitForResponse('**/leave');
  await button(guest, 'Leave meeting').click();
  await confirmed;
}
