import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** A list that shows its newest line, also as it is resized, unless the guest scrolled up. */
export function useStickToBottom<E extends HTMLElement>(newest: unknown) {
  const ref = useRef<E>(null);
  const sticks = useRef(true);
  const measured = useRef<ScrollBox | null>(null);
  const onScroll = () => {
    if (ref.current === null) return;
    const now = measure(ref.current);
    sticks.current = stillSticks(sticks.current, measured.current ?? now, now);
    measured.current = now;
  };
  const follow = () => {
    // The event of the guest's own scrolling may still be pending.
    onScroll();
    if (ref.current === null || !sticks.current) return;
    ref.current.scrollTop = ref.current.scrollHeight;
    measured.current = measure(ref.current);
  };
  useLayoutEffect(follow, [newest]);
  useEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const observer = new ResizeObserver(follow);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return { ref, onScroll };
}

function measure({ scrollTop, scrollHeight, clientHeight, clientWidth }: HTMLElement): ScrollBox {
  return { scrollTop, scrollHeight, clientHeight, clientWidth };
}

// Whether a list keeps showing its newest line. Scroll events do not say who scrolled: the guest,
// or the browser because the layout changed. Comparing two measurements does.

/** A scrolled list in CSS pixels, as the DOM measures it. */
type ScrollBox = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight' | 'clientWidth'>;

const NEAR_BOTTOM_PX = 50;

/**
 * Whether a list that was `before` and is `now` still sticks to its bottom. It lets go when the
 * guest scrolls up, and sticks again when the guest comes back to the bottom.
 */
export function stillSticks(sticks: boolean, before: ScrollBox, now: ScrollBox): boolean {
  if (hasSameLayout(before, now))
    return before.scrollTop === now.scrollTop ? sticks : isNearBottom(now);
  // In a new layout the browser moves a list up only as far as its bottom.
  const scrolledUp = now.scrollTop < before.scrollTop - NEAR_BOTTOM_PX && !isNearBottom(now);
  return sticks && !scrolledUp;
}

function hasSameLayout(before: ScrollBox, now: ScrollBox): boolean {
  return (
    before.scrollHeight === now.scrollHeight &&
    before.clientHeight === now.clientHeight &&
    before.clientWidth === now.clientWidth
  );
}

function isNearBottom({ scrollHeight, scrollTop, clientHeight }: ScrollBox): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM_PX;
}
