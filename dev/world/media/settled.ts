import type { Page } from 'playwright-core';

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
