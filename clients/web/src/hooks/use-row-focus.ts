import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

type Place = { row: number; button: number };

/**
 * When the button with the focus goes away with its row, a list item, the focus moves to the same
 * button of the next row, or else to `fallback`, a CSS selector. Call it where the rows are rendered.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, fallback: string): void {
  // While it renders, the old rows are still on the page.
  const before = placeOfFocus(list.current);
  useLayoutEffect(() => {
    if (before === null || document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const buttons = rows[Math.min(before.row, rows.length - 1)]?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(before.button, buttons.length - 1)];
    (next ?? document.querySelector<HTMLElement>(fallback))?.focus();
  });
  useEffect(() => {
    // A key that is held down would press the button of each next row.
    const onKey = (event: KeyboardEvent) => {
      const isInList = event.target instanceof Node && list.current?.contains(event.target);
      if (event.key === 'Enter' && event.repeat && isInList === true) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}

function placeOfFocus(list: HTMLElement | null): Place | null {
  const focused = document.activeElement;
  if (list === null || focused === null || !list.contains(focused)) return null;
  const rows = rowsOf(list);
  const row = rows.findIndex((one) => one.contains(focused));
  const buttons = [...(rows[row]?.querySelectorAll('button') ?? [])];
  return {
    row: Math.max(row, 0),
    button: Math.max(
      buttons.findIndex((one) => one === focused),
      0,
    ),
  };
}

/** Those with a button. */
function rowsOf(list: HTMLElement | null): Element[] {
  return [...(list?.querySelectorAll('li') ?? [])].filter(
    (row) => row.querySelector('button') !== null,
  );
}
