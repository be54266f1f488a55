// Trouble for a guest from outside the page, and checks that sound is back.
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import type { Guest } from './guest.ts';

type Heard = { packets: number; energy: number };
type Listening = { connections?: RTCPeerConnection[] };

/** Call before the page opens: lets `hears` read the sound of its media connections. */
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
 * Resolves when new sound of another person arrives at this guest: packets that carry energy, not
 * the browser's concealment of lost ones.
 */
export async function hears(guest: Guest, withinMs = 60_000): Promise<void> {
  const before = await heard(guest.page);
  await until(`${guest.name} hears somebody`, withinMs, async () => {
    const now = await heard(guest.page);
    return now.packets > before.packets + 20 && now.energy > before.energy;
  });
}

/** Resolves when a second passes without a packet from anybody. */
export async function isQuiet(guest: Guest, withinMs = 10_000): Promise<void> {
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

/** Leaves a picture of the page in the folder that TEST_PICTURES names, for eyes; nothing without it. */
export async function picture({ page }: Guest, name: string): Promise<void> {
  const folder = process.env['TEST_PICTURES'];
  if (folder === undefined) return;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
