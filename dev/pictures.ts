// `node dev/pictures.ts [folder]`: takes pictures of every screen of the guest page in the running product.
// Without a folder, only those that the documents show, into docs/images.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { projectRoot } from '../setup/places.mjs';
import { type Crowd, type CrowdPerson, openCrowd } from './world/media/crowd.ts';
import { inState, openGuest } from './world/media/guest.ts';
import { drawPortrait, nameDevices, settled, toWebp } from './world/media/portrait.ts';
import { clearAway, startParley } from './world/service/start-parley.ts';
import { takeHosting } from './pictures-of-hosting.ts';
import { sayCaptions } from './world/speech/read-captions.ts';

const SIZES = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  side: { width: 844, height: 390 },
  narrow: { width: 320, height: 640 },
  // A window of 1440 by 900 at 200 % zoom.
  zoomed: { width: 720, height: 450 },
} as const;
type Size = keyof typeof SIZES;
const THEMES = ['light', 'dark'] as const;
const ALL_SIZES = Object.keys(SIZES) as Size[];
/** What the documents show. */
const SHOWN = new Set(['captions-wide-light', 'hosting-wide-light', 'waiting-phone-light']);
const NAMES = [
  'Ines Okafor',
  'Marek Dvořák',
  'Sunita Rao',
  'Joel Lindqvist',
  'Amélie Laurent',
  'Hanako Yamada',
  'Tomás Silva',
];

const folder = process.argv[2];
const target = folder ?? join(projectRoot(), 'docs/images');
await mkdir(target, { recursive: true });
const scratch = await mkdtemp(join(tmpdir(), 'parley-pictures-'));
const parley = await startParley();
const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
const guest = await openGuest('Harriet Boyd', null, [
  `--use-file-for-fake-video-capture=${await drawPortrait(scratch)}`,
]);
const { page } = guest;
await page.addInitScript(nameDevices);
try {
  await takeAll();
} finally {
  await guest.close();
  await clearAway(parley);
  await rm(scratch, { recursive: true, force: true });
}

async function takeAll(): Promise<void> {
  const { meetingRef } = await client.meetings.create({
    title: 'Spring exhibition at the harbour museum',
    schedule: {
      startAt: '2027-03-02T09:00:00Z',
      endAt: '2027-03-02T09:45:00Z',
      timezone: 'Europe/London',
    },
  });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  const crowd = await openCrowd(parley, guestUrl);
  try {
    await takeLobby(guestUrl);
    await takeRoom(crowd, meetingRef);
    await takeAfterwards(guestUrl, meetingRef);
  } finally {
    await crowd.close();
  }
  await takeHosting({ client, guest, take: (name, shown) => take(name, ALL_SIZES, shown) });
}

async function takeLobby(guestUrl: string): Promise<void> {
  await page.goto(guestUrl);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Harriet Boyd');
  await page.locator('.preview video').waitFor();
  await take('lobby');
  await page.locator('#language').selectOption('ar');
  await take('arabic-lobby');
  await page.locator('#language').selectOption('en');
  await press('Turn camera off');
  await press('Mute microphone');
  await take('lobby-off', ['wide', 'phone']);
  await press('Unmute microphone');
  await press('Turn camera on');
}

async function takeRoom(crowd: Crowd, meetingRef: string): Promise<void> {
  await page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  await take('room-1');
  const people: CrowdPerson[] = [];
  for (const [at, name] of NAMES.entries()) {
    const camera = at % 3 === 2 ? {} : { cameraWidth: 480 };
    people.push(
      await crowd.enter(name, {
        microphone: at === 0 ? 'talking' : at % 2 === 0 ? 'silent' : 'off',
        ...camera,
      }),
    );
    if ([1, 3, 7].includes(people.length)) await take(`room-${people.length + 1}`);
  }
  await more('Speaker view');
  await take('speaker');
  await more('Grid view');
  await sendRoomMessages(people);
  await press('Open chat');
  await take('chat');
  await speak('ar', 'الإعدادات');
  await take('arabic-chat', ['wide', 'phone', 'narrow']);
  await page.keyboard.press('Escape');
  await take('arabic-room', ['wide', 'phone', 'side']);
  await speak('en', 'Settings');
  await press('People');
  await take('people');
  await press('Settings');
  await take('settings');
  await page.keyboard.press('Escape');
  await more('Keyboard shortcuts');
  await take('shortcuts');
  await page.keyboard.press('Escape');
  for (const size of ['wide', 'phone', 'side', 'narrow'] as const) {
    await page.setViewportSize(SIZES[size]);
    await press('More actions');
    await take('menu', [size]);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(SIZES.wide);
  await press('Send a reaction');
  await take('reactions', ['wide']);
  await page.keyboard.press('Escape');
  await sayCaptions(parley, meetingRef, captionsOf(people));
  await take('captions');
  const sharing = await crowd.enter('Ada Brandt', { screen: 'silent' });
  await page.locator('.tile[data-source="screen"] video').waitFor();
  await take('share');
  const second = await crowd.enter('Kofi Mensah', { screen: 'silent' });
  await page.locator('.tile[data-source="screen"] video').nth(1).waitFor();
  await take('share-two', ['wide', 'phone']);
  await Promise.all([sharing.leave(), second.leave()]);
}

async function takeAfterwards(guestUrl: string, meetingRef: string): Promise<void> {
  await press('Leave meeting');
  await inState(guest, 'left');
  await take('left');
  await page.goto('about:blank');
  await page.goto(guestUrl);
  await page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  await client.meetings.end(meetingRef);
  await inState(guest, 'ended');
  await take('ended');
  await page.goto('about:blank');
  await page.goto(`${parley.url}/j/gl_000000000000000000000000#k=${'A'.repeat(43)}`);
  await inState(guest, 'refused');
  await take('dead-link');
}

async function sendRoomMessages(people: readonly CrowdPerson[]): Promise<void> {
  const [ines, marek, sunita] = people;
  await ines?.send('chat', {
    text: 'Morning all! The floor plan is at https://museum.example/plan',
  });
  await marek?.send('chat', { text: 'Thank you.' });
  await marek?.send('chat', {
    text: 'Do we have the measurements of the second room as well? I only see the first one.',
  });
  await sunita?.send('chat', { text: 'I will send them after lunch' });
  await sunita?.raiseHand(true);
  await marek?.raiseHand(true);
}

function captionsOf(people: readonly CrowdPerson[]) {
  const said = [
    'So the loan from Leiden fell through, the big map is not coming.',
    'Do we have anything that could replace it?',
    'We have the Dutch atlas downstairs. It is not as big, but it is lovely.',
    'Is it in a state to be shown?',
    'It needs a bit of work on the spine',
  ];
  return said.map((text, at) => ({
    kind: at === said.length - 1 ? ('partial' as const) : ('final' as const),
    participantRef: people[at % 3]?.participantRef ?? '',
    utteranceRef: `u${at}`,
    text,
  }));
}

async function take(name: string, sizes = ALL_SIZES, shown = page): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of THEMES) {
      const full = `${name}-${size}-${colorScheme}`;
      if (folder === undefined && !SHOWN.has(full)) continue;
      await shown.setViewportSize(SIZES[size]);
      await shown.emulateMedia({ colorScheme });
      await settled(shown);
      const png = await shown.screenshot();
      if (folder !== undefined) await writeFile(join(target, `${full}.png`), png);
      else await writeFile(join(target, `${full}.webp`), await toWebp(shown, png));
    }
  await shown.setViewportSize(SIZES.wide);
}

async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function more(name: string): Promise<void> {
  await press('More actions');
  await press(name);
}

async function speak(language: string, settings: string): Promise<void> {
  const now = await page.evaluate(() => document.documentElement.lang);
  await press(now === 'en' ? 'Settings' : 'الإعدادات');
  await page.locator('.panel select').last().waitFor();
  await page.locator(`.panel select:has(option[value="${language}"])`).selectOption(language);
  await page.getByRole('heading', { level: 2, name: settings }).waitFor();
  if (language === 'en') return page.keyboard.press('Escape');
  await press('فتح الدردشة');
}
