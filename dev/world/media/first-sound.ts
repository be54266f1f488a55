import type { Page } from 'playwright-core';
import { until } from '../until.ts';

type Heard = { heardAt?: number };

/** Call before the page opens: notes when the first packet of another person's sound arrives. */
export async function noteFirstSound(page: Page): Promise<void> {
  await page.addInitScript(note);
}

/** When that was, in Unix milliseconds. */
export function firstSoundAt(page: Page): Promise<number> {
  return until('the first sound', 20_000, () => page.evaluate(() => (globalThis as Heard).heardAt));
}

/** Runs in the page: a remote track is unmuted when its first packet arrives. */
function note(): void {
  const Native = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given);
      this.addEventListener('track', ({ track }) => {
        if (track.kind !== 'audio') return;
        const noteNow = (): void => void ((globalThis as Heard).heardAt ??= Date.now());
        if (track.muted) track.addEventListener('unmute', noteNow, { once: true });
        else noteNow();
      });
    }
  };
}
