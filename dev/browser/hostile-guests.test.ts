// What a hostile guest with a real connection sends: the others' page shows nothing broken and goes on answering.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Room } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { picture } from '../world/media/guest-trouble.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { violations } from '../world/violations.ts';

const HTML = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const TURNED = '\u202Egnp.exe\u202C \u2067mirror';

const FLOOD_MS = 5000;

const BATCH = 250;

let parley: Parley;

let client: ParleyClient;

let anna: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  anna = await openGuest('Anna', null);
});

afterAll(async () => {
  await anna.close();
  await clearAway(parley);
});

/** In the media room under any name, past every check of the service: with the media server's own key. */
async function intrude(meetingRef: string, name: string): Promise<Room> {
  const keys: { apiKey: string; apiSecret: string } = JSON.parse(
    await readFile(join(parley.dataDir, 'media-keys.json'), 'utf8'),
  );
  const token = new AccessToken(keys.apiKey, keys.apiSecret, {
    identity: `pt_${name.length}`,
    name,
  });
  token.addGrant({ room: meetingRef, roomJoin: true, canPublishData: true });
  const room = new Room();
  await room.connect(`ws://127.0.0.1:${parley.env['PARLEY_MEDIA_PORT']}`, await token.toJwt(), {
    autoSubscribe: false,
    dynacast: false,
  });
  return room;
}

const send = (room: Room, topic: string, message: unknown, reliable: boolean = true) =>
  room.localParticipant?.publishData(
    new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message)),
    {
      reliable,
      topic,
    },
  );

async function meet(): Promise<string> {
  const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  await anna.page.goto('about:blank');
  await joinMeeting(anna, guestUrl);
  return meetingRef;
}

const button = (name: string) => anna.page.getByRole('button', { name, exact: true });

const scrollsSideways = () =>
  anna.page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );

const KINDS = [
  ['chat', { text: `${HTML} ${TURNED}` }],
  ['hand', { raised: true, agoMs: 0 }],
  ['reaction', { reaction: 'heart' }],
  ['chat', 'not json'],
  ['caption', { kind: 'final', participantRef: 'pt_x', utteranceRef: 'ut_x', text: 'Never said' }],
  ['hand', { raised: false, agoMs: 0 }],
] as const;

/** The gate of one sender lets 12 through at once and 4 a second, of all kinds. */
const bound = (ms: number) => 12 + (4 * ms) / 1000;

async function answers(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const began = Date.now();
    await button('Mute microphone').click();
    await button('Unmute microphone').click();
    await button('Mute microphone').waitFor();
    console.log(`muted and unmuted in ${Date.now() - began} ms during the flood`);
  }
}

async function isUnharmed(senders: number, floodMs: number): Promise<void> {
  const lines = await anna.page.getByRole('log').innerText();
  expect(lines).not.toContain('Never said');
  expect(await anna.page.getByRole('log').locator('img, script').count()).toBe(0);
  const shown = lines.split('onerror').length - 1;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(senders * bound(floodMs));
  expect(
    await anna.page.getByRole('region', { name: 'Captions' }).getByText('Never said').count(),
  ).toBe(0);
  expect(
    (await anna.page.getByRole('status').innerText()).split('Flooder').length,
  ).toBeLessThanOrEqual(1 + 5 * senders);
}

test('names that are huge, turned around or made of HTML stay short plain text, and break no line', async () => {
  const meetingRef = await meet();
  const hostile = [`${HTML}${'W'.repeat(4000)}`, TURNED, '\u200B\n', `A${'\u0301'.repeat(500)}`];
  const rooms = await Promise.all(hostile.map((name) => intrude(meetingRef, name)));
  const list = anna.page.getByRole('list', { name: 'People in the meeting' });
  await list.getByRole('listitem').nth(hostile.length).waitFor({ state: 'attached' });
  await button('People').click();
  const texts = await list.getByRole('listitem').allInnerTexts();
  for (const text of texts) expect(text.length).toBeLessThan(120);
  expect(texts.join('')).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/);
  expect(texts.join('')).not.toMatch(/\u0301{5}/);
  expect(await anna.page.locator('#page img, #page script').count()).toBe(0);
  expect(await anna.page.title()).toContain('Harbour museum');
  expect(await scrollsSideways()).toBe(false);
  await picture(anna, 'room-hostile-names');
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.setViewportSize({ width: 320, height: 640 });
  expect(await scrollsSideways()).toBe(false);
  await picture(anna, 'room-hostile-names-narrow');
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.setViewportSize({ width: 1280, height: 800 });
  await Promise.all(rooms.map((room) => room.disconnect()));
});

test('under thousands of messages a second the page answers and bounds its chat', async () => {
  const meetingRef = await meet();
  const room = await intrude(meetingRef, 'Flooder');
  await anna.page
    .getByRole('list', { name: 'People in the meeting' })
    .getByText('Flooder')
    .first()
    .waitFor({ state: 'attached' });
  let sent = 0;
  const began = Date.now();
  const flood = (async () => {
    while (Date.now() < began + FLOOD_MS) {
      await Promise.all(
        Array.from({ length: BATCH }, async () => {
          const [topic, message] = KINDS[sent++ % KINDS.length] ?? KINDS[0];
          await send(room, topic, message)?.catch(() => undefined);
        }),
      );
      await breathe();
    }
  })();
  await button('Open chat').click();
  await answers();
  await flood;
  console.log(`${Math.round(sent / (FLOOD_MS / 1000))} messages a second were sent`);
  await isUnharmed(1, Date.now() - began);
  await picture(anna, 'room-flooded');
  await room.disconnect();
});
