import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For an element that disappears when its own button is pressed: the focus then moves to `fallback`, a CSS selector,
 * instead of getting lost. Returns the ref of the element.
 */
export function useFocusFallback<E extends HTMLElement>(fallback: string) {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    // It is still on the page.
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>(fallback)?.focus();
    };
  }, [fallback]);
  return ref;
}
