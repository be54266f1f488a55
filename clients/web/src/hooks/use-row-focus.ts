import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

type Focus = { button: Element; row: Element | null; rowAt: number; buttonAt: number };

/**
 * Keeps the focus when its button goes away, mostly with its row, a list item. After a press of a button of that row it
 * moves to the same button of the next row; when others caused it, only to a button that opens a menu. Else it moves to
 * `fallback`, a CSS selector. Call it where the rows are rendered.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, fallback: string): void {
  const pressed = useRef<Element | null>(null);
  // While it renders, the old rows are still on the page.
  const before = focusIn(list.current);
  useLayoutEffect(() => {
    if (before === null || document.activeElement !== document.body) return;
    const next = nextFocus(before, rowsOf(list.current), pressed.current === before.row);
    (next ?? document.querySelector<HTMLElement>(fallback))?.focus();
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('li') : null;
    };
    // A key that is held down would press the button of each next row.
    const onKey = (event: KeyboardEvent) => {
      const isInList = event.target instanceof Node && list.current?.contains(event.target);
      if (event.key === 'Enter' && event.repeat && isInList === true) event.preventDefault();
    };
    addEventListener('click', onClick);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('click', onClick);
      removeEventListener('keydown', onKey);
    };
  }, [list]);
}

function nextFocus(
  { button, row, rowAt, buttonAt }: Focus,
  rows: readonly Element[],
  isPressed: boolean,
): HTMLElement | null {
  // A row that moves up in the list is taken out and put in again.
  if (button instanceof HTMLElement && button.isConnected) return button;
  if (row === null) return null;
  const opensMenu = 'button[aria-haspopup]';
  if (row.isConnected) return row.querySelector<HTMLElement>(opensMenu);
  const next = rows[Math.min(rowAt, rows.length - 1)];
  if (!isPressed) return next?.querySelector<HTMLElement>(opensMenu) ?? null;
  const buttons = next?.querySelectorAll('button') ?? [];
  return buttons[Math.min(buttonAt, buttons.length - 1)] ?? null;
}

function focusIn(list: HTMLElement | null): Focus | null {
  const button = document.activeElement;
  const row = button?.closest('li') ?? null;
  if (button === null || list?.contains(button) !== true) return null;
  const buttonAt = [...(row?.querySelectorAll('button') ?? [])].findIndex((one) => one === button);
  const rowAt = row === null ? 0 : rowsOf(list).indexOf(row);
  return { button, row, rowAt, buttonAt: Math.max(buttonAt, 0) };
}

/** Those with a button. */
function rowsOf(list: HTMLElement | null): Element[] {
  return [...(list?.querySelectorAll('li') ?? [])].filter(
    (row) => row.querySelector('button') !== null,
  );
}
