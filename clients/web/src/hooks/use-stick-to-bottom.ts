import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TargetedUIEvent } from 'preact';

const NEAR_END_PX = 50;

/** A list that shows its newest end, also as it is resized, unless the guest scrolled back. */
export function useStickToBottom<E extends HTMLElement>(newest: unknown) {
  const ref = useRef<E>(null);
  const sticks = useRef(true);
  const size = useRef('');
  const leftAt = useRef(0);
  const toEnd = () => {
    const list = ref.current;
    if (list === null) return;
    // The browser tells of the guest's scrolling a moment later; something new, or another size, may come before that. Another size
    // alone moves a list back only to its end.
    if (list.scrollTop < leftAt.current - NEAR_END_PX && !isNearEnd(list)) sticks.current = false;
    size.current = sizeOf(list);
    if (sticks.current) list.scrollTop = list.scrollHeight;
    leftAt.current = list.scrollTop;
  };
  useLayoutEffect(toEnd, [newest]);
  useEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const observer = new ResizeObserver(toEnd);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const onScroll = ({ currentTarget: list }: TargetedUIEvent<E>) => {
    // What the browser scrolls because the list became another size, and its lines break elsewhere, is not the guest's doing.
    if (sizeOf(list) === size.current) sticks.current = isNearEnd(list);
  };
  return { ref, onScroll };
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight}`;
}
