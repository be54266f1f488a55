import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Room } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';

const HTML = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const TURNED = '\u202Egnp.exe\u202C \u2067mirror';

const FLOOD_MS = 5000;

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

test('ten thousand messages a second from three senders leave a page that answers', async () => {
  const context = await anna.browser.newContext({
    permissions: ['microphone', 'camera'],
    locale: 'en-US',
  });
  const before = anna.page;
  anna.page = await context.newPage();
  await anna.page.addInitScript(keepArrivals);
  const meetingRef = await meet();
  const rooms = await Promise.all(
    ['Flooder', 'Flooder 2', 'Flooder three'].map((name) => intrude(meetingRef, name)),
  );
  for (const room of rooms)
    for (const [topic, message] of KINDS) await send(room, topic, message, false);
  const samples = rooms.length * KINDS.length;
  await anna.page.waitForFunction(
    (wanted) => (globalThis as unknown as Edge).arrivals.length >= wanted,
    samples,
  );
  await button('Open chat').click();
  const began = Date.now();
  const flooding = anna.page.evaluate(floodFromEdge, { perSecond: 10_000, ms: FLOOD_MS });
  await answers();
  const { sent, ms } = await flooding;
  console.log(`${sent} messages in ${Math.round(ms)} ms`);
  expect(sent).toBe((10_000 * FLOOD_MS) / 1000);
  await isUnharmed(rooms.length, Date.now() - began);
  await Promise.all(rooms.map((room) => room.disconnect()));
  await context.close();
  anna.page = before;
});
