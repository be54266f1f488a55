// The guest room: the size of its script, how soon it is usable, how soon others are heard, what it costs to run.
import { createClient } from '../clients/sdk-typescript/client.ts';
import { openCrowd } from '../dev/world/media/crowd.ts';
import { firstSoundAt, noteFirstSound } from '../dev/world/media/first-sound.ts';
import { type Guest, joinMeeting, openGuest } from '../dev/world/media/guest.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import type { Figure } from './first-meeting.ts';
import { openPlainPage } from './plain-livekit-page.ts';
import { median, percentile, scriptKilobytes } from './row.ts';

const LOBBIES = 11;
const SLOW_DOWN = 4;
const JOINS = 20;
const OTHERS = 7;
/** Until what belongs to joining is over: compiling, the first layout, notices. */
const SETTLE_SECONDS = 5;
const CPU_SECONDS = 10;
const CPU_ROUNDS = 7;

/** Speech is off: recognition would use the cores that are measured. */
export async function benchGuestRoom(): Promise<Figure[]> {
  const parley = await startParley({
    env: { PARLEY_SPEECH: 'off', PARLEY_RATE_GUEST_PER_MINUTE: '0' },
  });
  try {
    return [
      ...(await benchLobby(parley)),
      ...(await benchJoins(parley)),
      ...(await benchCpu(parley)),
    ];
  } finally {
    await clearAway(parley);
  }
}

async function newLink(parley: Parley): Promise<string> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Bench' });
  return (await client.guestLinks.create(meetingRef)).guestUrl;
}

/** Each load uses a new context, so that nothing is cached. */
async function benchLobby(parley: Parley): Promise<Figure[]> {
  const guestUrl = await newLink(parley);
  const guest = await openGuest('Ada', null);
  const usable: number[] = [];
  let atForm: string[] = [];
  for (let load = 0; load < LOBBIES; load += 1) {
    const context = await guest.browser.newContext({
      permissions: ['microphone', 'camera'],
      locale: 'en-US',
    });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(noteForm);
    await page.goto(guestUrl);
    await page.waitForFunction(() => 'form' in globalThis, null, { polling: 50 });
    const { usableMs, scripts } = await page.evaluate(
      () => (globalThis as unknown as { form: FormNote }).form,
    );
    usable.push(usableMs);
    atForm = scripts;
    await context.close();
  }
  const page = await guest.browser.newPage();
  guest.page = page;
  await joinMeeting(guest, guestUrl);
  const joined = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  await guest.close();
  return [
    {
      name: 'script to a usable name form, gzipped',
      value: await scriptKilobytes(atForm),
      unit: 'KB',
      aim: 'at most 60',
    },
    {
      name: 'script to be in the room, gzipped, all that was loaded',
      value: await scriptKilobytes(joined),
      unit: 'KB',
      aim: 'at most 220',
    },
    {
      name: `open link to usable name form, cold cache, CPU ${SLOW_DOWN} times slower, median of ${LOBBIES}`,
      value: Math.round(percentile(usable, 50)),
      unit: 'ms',
      aim: 'at most 1000',
    },
    { name: 'the same, slowest', value: Math.round(percentile(usable, 100)), unit: 'ms', aim: '' },
  ];
}

type FormNote = { usableMs: number; scripts: string[] };

/** Runs in the page: usable is when the name can be written and the page has drawn it and answers a new task. */
function noteForm(): void {
  const watch = new MutationObserver(() => {
    const field = document.querySelector<HTMLInputElement>('form input');
    if (field === null || field.readOnly || field.disabled) return;
    watch.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const usableMs = Math.round(performance.now());
        const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const scripts = resources
          .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= usableMs)
          .map(({ name }) => new URL(name).pathname);
        (globalThis as unknown as { form: FormNote }).form = { usableMs, scripts };
      }),
    );
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** One other person talks all the time; a guest joins again and again, each time in a fresh page. */
async function benchJoins(parley: Parley): Promise<Figure[]> {
  const guestUrl = await newLink(parley);
  const crowd = await openCrowd(parley, guestUrl);
  await crowd.enter('Talker', { microphone: 'talking' });
  const guest = await openGuest('Ada', null);
  const heardMs: number[] = [];
  for (let join = 0; join < JOINS; join += 1) {
    const page = await guest.browser.newPage({
      permissions: ['microphone', 'camera'],
      locale: 'en-US',
    });
    await noteFirstSound(page);
    await page.addInitScript(() =>
      addEventListener('submit', () => Object.assign(globalThis, { clickedAt: Date.now() }), true),
    );
    guest.page = page;
    await joinMeeting(guest, guestUrl);
    const heardAt = await firstSoundAt(page);
    heardMs.push(
      heardAt -
        (await page.evaluate(() => (globalThis as unknown as { clickedAt: number }).clickedAt)),
    );
    await page.context().close();
  }
  await guest.close();
  await crowd.close();
  const name = `join click to first remote audio packet, ${JOINS} joins`;
  return [
    { name: `${name}, p50`, value: Math.round(percentile(heardMs, 50)), unit: 'ms', aim: '' },
    {
      name: `${name}, p95`,
      value: Math.round(percentile(heardMs, 95)),
      unit: 'ms',
      aim: 'at most 1000',
    },
  ];
}

/** The same room of 8, shown in turn by our page and by the plainest page that livekit-client allows. */
async function benchCpu(parley: Parley): Promise<Figure[]> {
  const guestUrl = await newLink(parley);
  const crowd = await openCrowd(parley, guestUrl);
  for (let other = 0; other < OTHERS; other += 1)
    await crowd.enter(`Guest ${other + 1}`, {
      cameraWidth: 320,
      microphone: other === 0 ? 'talking' : 'silent',
    });
  const pages = { ours: () => openOurs(guestUrl), bare: () => openPlainPage(parley, guestUrl) };
  const cores: Record<keyof typeof pages, number[]> = { ours: [], bare: [] };
  for (let round = 0; round < CPU_ROUNDS; round += 1) {
    // The order alternates.
    for (const page of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const))
      cores[page].push(await cpuOf(pages[page]));
  }
  await crowd.close();
  const ratios = cores.ours.map((mine, round) => mine / (cores.bare[round] ?? NaN));
  const name = `CPU of the browser of a guest in a room of 8, median of ${CPU_ROUNDS}`;
  return [
    { name: `${name}, our page`, value: round2(median(cores.ours)), unit: 'cores', aim: '' },
    {
      name: `${name}, a bare page that shows every track`,
      value: round2(median(cores.bare)),
      unit: 'cores',
      aim: '',
    },
    {
      name:
        `CPU, ours to bare, median of ${CPU_ROUNDS} (${round2(Math.min(...ratios))} to ` +
        `${round2(Math.max(...ratios))})`,
      value: round2(median(ratios)),
      unit: 'ratio',
      aim: 'at most 1.0',
    },
  ];
}

async function openOurs(guestUrl: string): Promise<Guest> {
  const guest = await openGuest('Ada', null);
  await joinMeeting(guest, guestUrl);
  return guest;
}

/** Cores that the whole browser uses while all videos move. */
async function cpuOf(open: () => Promise<Guest>): Promise<number> {
  const guest = await open();
  await guest.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('video')].filter((one) => one.currentTime > 0).length >= wanted,
    OTHERS,
    {
      timeout: 60_000,
      polling: 500,
    },
  );
  const pass = (seconds: number) =>
    guest.page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), seconds * 1000);
  await pass(SETTLE_SECONDS);
  const before = await cpuSeconds(guest);
  await pass(CPU_SECONDS);
  const spent = (await cpuSeconds(guest)) - before;
  // A tab that goes elsewhere leaves at once: nobody of it is still in the room when the next page comes.
  await guest.page.goto('about:blank');
  await guest.close();
  return spent / CPU_SECONDS;
}

async function cpuSeconds({ browser }: Guest): Promise<number> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = (await devTools.send('SystemInfo.getProcessInfo')) as {
    processInfo: { cpuTime: number }[];
  };
  await devTools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
