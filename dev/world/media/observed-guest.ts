// Observes a guest from outside the page: whether sound arrives, who is muted, what the page looks like.
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { type Guest, peopleSeenBy } from './guest.ts';

/** Until a guest's words are captions: on a busy machine they come a minute late. */
export const CAPTIONED_WITHIN_MS = 180_000;

type Heard = { packets: number; energy: number };
export type Listening = { connections?: RTCPeerConnection[] };

/** Call before the page opens. Lets `hears` read the statistics of the page's media connections. */
export async function listenIn({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    const connections: RTCPeerConnection[] = ((globalThis as Listening).connections = []);
    const Native = globalThis.RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given);
        connections.push(this);
      }
    };
  });
}

/**
 * Resolves when this guest receives new sound from another person. It counts packets as well as energy, because the
 * browser conceals lost packets with sound of its own. From then on the guest also receives messages: the media server
 * drops those for a guest without a connection for them.
 */
export async function hears(guest: Guest, withinMs = 60_000): Promise<void> {
  const before = await heard(guest.page);
  await until(`${guest.name} hears somebody`, withinMs, async () => {
    const now = await heard(guest.page);
    return now.packets > before.packets + 20 && now.energy > before.energy;
  });
}

/** Resolves after a second without a single audio packet. */
export async function isQuiet(guest: Guest, withinMs = 30_000): Promise<void> {
  let before = -1;
  await until(`${guest.name} hears nobody`, withinMs, async () => {
    const { packets } = await heard(guest.page);
    const quiet = packets === before;
    before = packets;
    if (!quiet) await new Promise((resolve) => setTimeout(resolve, 1000));
    return quiet;
  });
}

async function heard(page: Page): Promise<Heard> {
  return page.evaluate(async () => {
    const sum = { packets: 0, energy: 0 };
    for (const connection of (globalThis as Listening).connections ?? []) {
      if (connection.connectionState === 'closed') continue;
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp' || stat.kind !== 'audio') continue;
        sum.packets += stat.packetsReceived;
        sum.energy += stat.totalAudioEnergy;
      }
    }
    return sum;
  });
}

/** Resolves when this guest's list shows the named person as muted. */
export async function seesMuted(guest: Guest, name: string): Promise<void> {
  await until(`${name} is seen muted`, 60_000, async () =>
    (await peopleSeenBy(guest)).some((one) => one.includes(name) && one.includes('Muted')),
  );
}

/** Saves a screenshot to the folder in TEST_PICTURES, for people to look at. Does nothing if that is not set. */
export async function picture({ page }: Guest, name: string): Promise<void> {
  const folder = process.env['TEST_PICTURES'];
  if (folder === undefined) return;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
