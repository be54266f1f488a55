// What a hostile guest with a real connection sends: the others' page shows nothing broken and stays responsive.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Room } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import { expect, test } from 'vitest';
import { besides, button, type Guest, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { listenIn, picture } from '../world/media/observed-guest.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const HTML = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const TURNED = '\u202Egnp.exe\u202C \u2067mirror';

const FLOOD_MS = 5000;

const { parley, guest: anna, newMeeting } = await guestScene('Anna', { PARLEY_SPEECH: 'off' });

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

/** Unreliable, so that `keepArrivals` keeps it. */
const send = (room: Room, topic: string, message: unknown) =>
  room.localParticipant?.publishData(
    new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message)),
    { reliable: false, topic },
  );

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

async function muteAndUnmute(guest: Guest): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const began = Date.now();
    await button(guest, 'Mute microphone').click();
    await button(guest, 'Unmute microphone').click();
    await button(guest, 'Mute microphone').waitFor();
    console.log(`muted and unmuted in ${Date.now() - began} ms during the flood`);
  }
}

async function isUnharmed({ page }: Guest, senders: number, floodMs: number): Promise<void> {
  const log = page.getByRole('log');
  const lines = await log.innerText();
  expect(lines).not.toContain('Never said');
  expect(await log.locator('img, script').count()).toBe(0);
  const shown = lines.split('onerror').length - 1;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(senders * bound(floodMs));
  const captions = page.getByRole('region', { name: 'Captions' });
  expect(await captions.getByText('Never said').count()).toBe(0);
  const said = await page.getByRole('status').innerText();
  expect(said.split('Flooder').length).toBeLessThanOrEqual(1 + 5 * senders);
}

type Edge = { arrivals: { channel: RTCDataChannel; data: ArrayBuffer }[] };

/** Runs in the page: keeps what really arrived from senders, each with the channel that it came by. */
function keepArrivals(): void {
  const { arrivals } = Object.assign(globalThis as unknown as Edge, {
    arrivals: [] as Edge['arrivals'],
  });
  const Native = globalThis.RTCPeerConnection;
  const listen = (channel: RTCDataChannel) =>
    channel.addEventListener('message', ({ isTrusted, data }) => {
      // The library's own messages on the reliable channel are numbered, and one that comes twice is dropped.
      if (isTrusted && !channel.ordered && data instanceof ArrayBuffer)
        arrivals.push({ channel, data: data.slice() });
    });
  globalThis.RTCPeerConnection = class extends Native {
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given);
      this.addEventListener('datachannel', ({ channel }) => listen(channel));
    }
    override createDataChannel(
      ...given: Parameters<RTCPeerConnection['createDataChannel']>
    ): RTCDataChannel {
      const channel = super.createDataChannel(...given);
      listen(channel);
      return channel;
    }
  };
}

/** Runs in the page: what arrived arrives again and again. No client of the test machine sends as fast. */
function floodFromEdge({
  perSecond,
  ms,
}: {
  perSecond: number;
  ms: number;
}): Promise<{ sent: number; ms: number }> {
  const { arrivals } = globalThis as unknown as Edge;
  const samples = [...arrivals];
  const began = performance.now();
  const whole = (perSecond * ms) / 1000;
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(whole, ((performance.now() - began) * perSecond) / 1000);
      for (; sent < due; sent += 1) {
        const { channel, data } = samples[sent % samples.length] as Edge['arrivals'][number];
        channel.dispatchEvent(new MessageEvent('message', { data: data.slice() }));
      }
      if (sent < whole) return;
      clearInterval(timer);
      resolve({ sent, ms: performance.now() - began });
    }, 4);
  });
}

/** Runs in the page: the codecs in which the media server accepts the microphone. */
function acceptedCodecs(): string[] {
  const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
  const answers = connections.map(({ remoteDescription }) => remoteDescription?.sdp ?? '');
  const sections = answers.flatMap((sdp) => sdp.split(/^(?=m=)/m));
  return sections
    .filter((section) => section.startsWith('m=audio') && section.includes('a=recvonly'))
    .flatMap((section) =>
      [...section.matchAll(/^a=rtpmap:\d+ (\w+)/gm)].map(([, name = '']) => name),
    );
}

test('the media server takes sound only in codecs that the scribe decodes, whatever a client offers', async () => {
  const { guestUrl } = await newMeeting();
  const carl = await besides(anna, 'Carl');
  await listenIn(carl);
  await joinMeeting(carl, guestUrl);
  await until('the microphone is published', 60_000, async () =>
    (await carl.page.evaluate(acceptedCodecs)).includes('opus'),
  );
  expect((await carl.page.evaluate(acceptedCodecs)).toSorted()).toEqual(['opus', 'red']);
  await carl.page.context().close();
});

test('names that are huge, turned around or made of HTML stay short plain text, and break no line', async () => {
  const { meetingRef, guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  const hostile = [`${HTML}${'W'.repeat(4000)}`, TURNED, '\u200B\n', `A${'\u0301'.repeat(500)}`];
  const rooms = await Promise.all(hostile.map((name) => intrude(meetingRef, name)));
  const list = anna.page.getByRole('list', { name: 'People in the meeting' });
  await list.getByRole('listitem').nth(hostile.length).waitFor({ state: 'attached' });
  await button(anna, 'People').click();
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
  await Promise.all(rooms.map((room) => room.disconnect()));
});

test('ten thousand messages a second from three senders leave a page that answers and bounds its chat', async () => {
  const ben = await besides(anna, 'Ben');
  await ben.page.addInitScript(keepArrivals);
  const { meetingRef, guestUrl } = await newMeeting();
  await joinMeeting(ben, guestUrl);
  const rooms = await Promise.all(
    ['Flooder', 'Flooder 2', 'Flooder three'].map((name) => intrude(meetingRef, name)),
  );
  // What is sent before Ben's page has a connection for messages is lost.
  await until("each sender's messages arrive", 30_000, async () => {
    for (const room of rooms)
      for (const [topic, message] of KINDS) await send(room, topic, message);
    const count = await ben.page.evaluate(() => (globalThis as unknown as Edge).arrivals.length);
    return count >= rooms.length * KINDS.length;
  });
  await button(ben, 'Open chat').click();
  const began = Date.now();
  const flooding = ben.page.evaluate(floodFromEdge, { perSecond: 10_000, ms: FLOOD_MS });
  await muteAndUnmute(ben);
  const { sent, ms } = await flooding;
  console.log(`${sent} messages in ${Math.round(ms)} ms`);
  expect(sent).toBe((10_000 * FLOOD_MS) / 1000);
  await isUnharmed(ben, rooms.length, Date.now() - began);
  await picture(ben, 'room-flooded');
  await Promise.all(rooms.map((room) => room.disconnect()));
  await ben.page.context().close();
});
