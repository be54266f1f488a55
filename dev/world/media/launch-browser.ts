import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../../setup/places.mjs';

/** Playwright's own list, which a second flag replaces, and the address bar's menus, 0.4 s of a core per window. */
const DISABLED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** How long tests wait for a page by default: it may be slow beside ten others. */
export const PAGE_WITHIN_MS = 60_000;

const FLAGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** A Chromium for tests. `flags` replace those of the same name. */
export function launchBrowser(
  flags: readonly string[] = [],
  executablePath = chromiumPath(),
): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium: run npm test, which gets one');
  return chromium.launch({ executablePath, args: [...FLAGS.filter(unless(flags)), ...flags] });
}

let shared: Promise<Browser> | undefined;

/** One for all files of a worker: a start costs 0.7 s of a core. Close its contexts, but never the browser. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  // The worker is ended by this signal. Playwright would keep it running, and deletes the profile as it exits.
  process.once('SIGTERM', () => process.exit());
  return shared;
}

/** True for flags that `others` do not set. */
function unless(others: readonly string[]): (flag: string) => boolean {
  const named = new Set(others.map((flag) => flag.split('=')[0]));
  return (flag) => !named.has(flag.split('=')[0]);
}
