// Makes pictures of the page look real: a person in front of the camera, and names of devices.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openGuest } from './guest.ts';
import type { Page } from 'playwright-core';

/** Draws a person and saves it as a camera for Chromium, in a folder. Returns the path. */
export async function drawPortrait(folder: string): Promise<string> {
  const painter = await openGuest('Painter', null);
  await painter.page.setViewportSize({ width: 640, height: 360 });
  await painter.page
    .setContent(`<body style="margin:0"><svg width="640" height="360" viewBox="0 0 320 180">
    <defs><linearGradient id="w" x2="1" y2="1"><stop stop-color="#e6dccb"/>
    <stop offset="1" stop-color="#b79f83"/></linearGradient></defs>
    <rect width="320" height="180" fill="url(#w)"/>
    <rect x="236" width="52" height="84" fill="#f5efe4"/><rect y="104" width="64" height="76" fill="#7f6a55"/>
    <ellipse cx="160" cy="72" rx="39" ry="46" fill="#4a2c20"/>
    <rect x="147" y="96" width="26" height="34" fill="#d59f7d"/>
    <ellipse cx="160" cy="190" rx="80" ry="66" fill="#31555e"/>
    <ellipse cx="160" cy="78" rx="28" ry="35" fill="#dfab89"/>
    <path d="M129 62a31 26 0 0 1 62 0q-30-12-62 0" fill="#4a2c20"/></svg>`);
  const path = join(folder, 'portrait.mjpeg');
  await writeFile(path, await painter.page.screenshot({ type: 'jpeg', quality: 90 }));
  await painter.close();
  return path;
}

/** Runs in the page: gives the test devices the names of a laptop's devices. */
export function nameDevices(): void {
  const names = {
    audioinput: 'Built-in microphone',
    videoinput: 'Built-in camera',
    audiooutput: 'Built-in speakers',
  };
  for (const prototype of [MediaDeviceInfo.prototype, InputDeviceInfo.prototype])
    Object.defineProperty(prototype, 'label', {
      get(this: MediaDeviceInfo) {
        return names[this.kind];
      },
    });
}

const QUALITY = 0.75;

/** Converts a PNG to WebP in the browser of `page`. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const bytes = await blank.evaluate(
    async ({ source, quality }) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  await blank.close();
  return Buffer.from(bytes);
}

/** Waits until every video plays, animations have ended and toasts are gone. */
export async function settled(shown: Page): Promise<void> {
  await shown.evaluate(() => {
    const focused = document.activeElement;
    // An open menu needs its focus to be closed by a key.
    if (focused instanceof HTMLElement && focused.closest('.popup-sheet') === null) focused.blur();
  });
  await shown.waitForFunction(
    () =>
      document.querySelectorAll('.toast').length === 0 &&
      [...document.querySelectorAll('video')].every(({ readyState }) => readyState >= 2) &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getTiming().iterations === Infinity,
        ),
    null,
    { timeout: 20_000 },
  );
  await shown.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
}
