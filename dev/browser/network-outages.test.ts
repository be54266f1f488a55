// Networks that break, a media server that dies, a laptop that sleeps: every guest is back by itself, as the same
// person, with the microphone as it was.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { browserPids, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { hears, isQuiet, listenIn, picture } from '../world/media/guest-trouble.ts';
import { descendants } from '../world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { type WeakNetwork, weakNetwork } from '../world/media/weak-network.ts';
import { violations } from '../world/violations.ts';

let parley: Parley;
let client: ParleyClient;
/** Comes through a network that can be cut. */
let anna: Guest;
let cut: WeakNetwork;
let ben: Guest;
/** Has a laptop that sleeps. */
let cleo: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  [anna, ben, cleo] = await Promise.all([
    openGuest('Anna', null),
    openGuest('Ben', null),
    openGuest('Cleo', null),
  ]);
  cut = await weakNetwork(parley, anna);
  await Promise.all([anna, ben, cleo].map(listenIn));
});

afterAll(async () => {
  cut.close();
  await Promise.all([anna, ben, cleo].map((guest) => guest.close()));
  await clearAway(parley);
});

async function meet(...guests: Guest[]): Promise<string> {
  const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  for (const { page } of [anna, ben, cleo]) await page.goto('about:blank');
  for (const guest of guests)
    await joinMeeting(guest, guest === anna ? cut.through(guestUrl) : guestUrl);
  if (guests.length > 1) await Promise.all(guests.map((guest) => hears(guest)));
  return meetingRef;
}

const button = ({ page }: Guest, name: string) => page.getByRole('button', { name, exact: true });
const people = ({ page }: Guest) =>
  page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem').allInnerTexts();
const status = ({ page }: Guest) => page.getByRole('status').innerText();

/** The guests are in the room, as often as they are many, and hear somebody. */
async function togetherAgain(since: number, ...guests: Guest[]): Promise<void> {
  await Promise.all(guests.map((guest) => inState(guest, 'joined', 90_000)));
  await Promise.all(guests.map((guest) => hears(guest)));
  console.log(
    `${guests.map(({ name }) => name).join(' and ')}: back to sound ${Date.now() - since} ` +
      'ms after the trouble was over',
  );
  for (const guest of guests)
    await until(
      `${guest.name} sees each once`,
      20_000,
      async () => (await people(guest)).length === guests.length,
    );
}

const seenMuted = (by: Guest, name: string) =>
  until(`${name} is seen muted`, 20_000, async () =>
    (await people(by)).some((one) => one.includes(name) && one.includes('Muted')),
  );

async function mediaServer(): Promise<number> {
  for (const pid of await descendants(parley.pid)) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('livekit.yaml'))
      return pid;
  }
  throw new Error('no media server runs');
}

/** Cuts Anna's network and waits until her page has said so; answers since when. */
async function cutAnna(): Promise<number> {
  cut.cut();
  const since = Date.now();
  await isQuiet(anna);
  await inState(anna, 'reconnecting', 30_000);
  console.log(`the page said so ${Date.now() - since} ms after the network was cut`);
  expect(await status(anna)).toContain('Connection lost. It is being restored.');
  await anna.page.locator('.banner').waitFor();
  return since;
}

test('a network that drops for five seconds costs a guest that time, and the page says so', async () => {
  await meet(anna, ben);
  const since = await cutAnna();
  await picture(anna, 'room-reconnecting');
  await delay(5000 - (Date.now() - since));
  cut.mend();
  await togetherAgain(Date.now(), anna, ben);
  await button(anna, 'Mute microphone').waitFor();
  expect(await status(anna)).toContain('You are connected again.');
});

test('after a minute offline and after 40 s of sleep guests are back, each once, microphones as before', async () => {
  await meet(anna, ben, cleo);
  await button(cleo, 'Mute microphone').click();
  await seenMuted(ben, 'Cleo');
  const laptop = await browserPids(cleo);
  const since = await cutAnna();
  for (const pid of laptop) process.kill(pid, 'SIGSTOP');
  await delay(40_000);
  for (const pid of laptop) process.kill(pid, 'SIGCONT');
  const woken = Date.now();
  await until('Cleo is told', 60_000, async () =>
    (await status(cleo)).includes('You are connected again.'),
  );
  await hears(cleo);
  console.log(`Cleo: back to sound ${Date.now() - woken} ms after waking`);
  await button(cleo, 'Unmute microphone').waitFor();
  await delay(60_000 - (Date.now() - since));
  await inState(anna, 'reconnecting', 1000);
  await picture(anna, 'room-a-minute-without-network');
  expect(await violations(anna.page)).toEqual([]);
  cut.mend();
  await togetherAgain(Date.now(), anna, ben, cleo);
  await button(anna, 'Mute microphone').waitFor();
  await seenMuted(ben, 'Cleo');
  await button(cleo, 'Unmute microphone').click();
  await button(cleo, 'Mute microphone').waitFor();
});

test('after the media server is killed everybody is back by themselves, and who was muted stays muted', async () => {
  await meet(anna, ben);
  await button(ben, 'Mute microphone').click();
  process.kill(await mediaServer(), 'SIGKILL');
  const since = Date.now();
  await Promise.all([inState(anna, 'reconnecting'), inState(ben, 'reconnecting')]);
  await Promise.all([inState(anna, 'joined', 60_000), inState(ben, 'joined', 60_000)]);
  await hears(ben);
  console.log(`Ben: back to sound ${Date.now() - since} ms after the media server was killed`);
  await seenMuted(anna, 'Ben');
  await button(ben, 'Unmute microphone').click();
  await togetherAgain(since, anna, ben);
});

test('a guest whose meeting ended while the network was away learns that on return', async () => {
  const meetingRef = await meet(anna);
  await cutAnna();
  await client.meetings.end(meetingRef);
  cut.mend();
  await inState(anna, 'ended', 90_000);
  await anna.page.getByRole('heading', { level: 1, name: 'The meeting has ended' }).waitFor();
});
