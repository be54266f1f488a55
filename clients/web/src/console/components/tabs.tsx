import { useEffect, useId, useRef } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';

type Props<T extends string> = {
  label: string;
  tabs: readonly { value: T; name: string }[];
  chosen: T;
  onChoose(value: T): void;
  /** The panel of the chosen tab. */
  children: ComponentChildren;
};

/** Tabs as WAI-ARIA describes them: one tab stop; arrow keys, Home and End choose. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel);
  const choose = (index: number) => {
    const tab = tabs[index];
    if (tab === undefined) return;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
    onChoose(tab.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === chosen);
    const next = tabToChoose(event.key, at, tabs.length, document.documentElement.dir === 'rtl');
    if (next === null) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ value, name }) => (
          <button
            key={value}
            id={`${id}-${value}`}
            type="button"
            role="tab"
            aria-selected={value === chosen}
            aria-controls={value === chosen ? `${id}-panel` : undefined}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => onChoose(value)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        ref={panel}
        class="tab-panel"
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}

/** Keeps the focus in a box when the focused element disappears, such as the button that admitted a person. */
function useKeptFocus(box: RefObject<HTMLElement | null>): void {
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

/** The index of the tab that a key chooses; null for other keys. The last tab wraps to the first. */
export function tabToChoose(
  key: string,
  at: number,
  count: number,
  isRightToLeft: boolean,
): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (at + 1) % count;
  return key === back ? (at - 1 + count) % count : null;
}
