import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps the focus on the button of a tile that moves into another list, and moves it to `main` when its tile goes
 * away. Call it where the tiles are rendered; their buttons have a `data-tile`.
 */
export function useTileFocus(stage: RefObject<HTMLElement | null>): void {
  // While it renders, the old tiles are still on the page.
  const before = focusedTile(stage.current);
  useLayoutEffect(() => {
    if (before === null || document.activeElement !== document.body) return;
    const buttons = stage.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [];
    const same = [...buttons].find((button) => button.dataset['tile'] === before);
    (same ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
}

function focusedTile(stage: HTMLElement | null): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || stage?.contains(focused) !== true) return null;
  return focused.dataset['tile'] ?? null;
}
