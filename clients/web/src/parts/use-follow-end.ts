import { useEffect, useLayoutEffect, useRef } from 'react';
import type { UIEvent } from 'react';

const NEAR_END_PX = 50;

/** A list that shows its newest end, also as it is resized, unless the guest scrolled back. */
export function useFollowEnd<E extends HTMLElement>(newest: unknown) {
  const ref = useRef<E>(null);
  const follows = useRef(true);
  const height = useRef(0);
  const toEnd = () => {
    const list = ref.current;
    if (list === null) return;
    height.current = list.clientHeight;
    if (follows.current) list.scrollTop = list.scrollHeight;
  };
  useLayoutEffect(toEnd, [newest]);
  useEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const observer = new ResizeObserver(toEnd);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<E>) => {
    // What the browser scrolls because the list became lower or higher is not the guest's doing.
    if (clientHeight === height.current) follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  };
  return { ref, onScroll };
}
