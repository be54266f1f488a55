import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For a part that a press of its own button takes away: the focus then moves to `fallback`, a CSS selector, instead of
 * getting lost. Returns the ref of the part.
 */
export function useFocusWhenGone<E extends HTMLElement>(fallback: string) {
  const part = useRef<E>(null);
  useLayoutEffect(() => {
    const element = part.current;
    // It is still on the page.
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>(fallback)?.focus();
    };
  }, [fallback]);
  return part;
}
