import type { Page } from 'playwright-core';
import { until } from '../until.ts';

type Heard = { heardAt?: number };

/** Call before the page opens. Records when the first audio packet from another person arrives. */
export async function noteFirstSound(page: Page): Promise<void> {
  await page.addInitScript(note);
}

/** The recorded time in Unix milliseconds; waits until there is one. */
export function firstSoundAt(page: Page): Promise<number> {
  return until('the first sound', 60_000, () => page.evaluate(() => (globalThis as Heard).heardAt));
}

/** Runs in the page. A remote track fires `unmute` when its first packet arrives. */
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
