import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { stillSticks } from './stick-to-bottom.ts';
import type { ScrollBox } from './stick-to-bottom.ts';

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
    // The event of the guest's own scrolling may still be to come.
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
