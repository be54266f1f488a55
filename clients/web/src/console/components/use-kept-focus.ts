import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Keeps the focus in a box when the focused element disappears, such as the button that admitted a person. */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const keep = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      element.focus({ preventScroll: true });
    };
    element.addEventListener('focusin', note);
    const observer = new MutationObserver(keep);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [box]);
}
