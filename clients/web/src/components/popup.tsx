import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { LucideIcon } from 'lucide-preact';

type Props = {
  name: string;
  icon: LucideIcon;
  children: ComponentChildren;
  /** A plain button; the buttons of the sheet are menu items. */
  isMenu?: boolean;
  /** What the menu is about, where it does not stand beside it. */
  subject?: string;
};

/**
 * A button that opens a sheet of buttons. A click on one, Escape or a press elsewhere closes it;
 * arrow keys move the focus.
 */
export function Popup({ name, icon: Icon, children, isMenu = false, subject }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const closeElsewhere = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', closeElsewhere);
    return () => removeEventListener('pointerdown', closeElsewhere);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // Tab moves the focus out: an open sheet would cover what is focused next.
  const closeOnFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false);
  };
  // Safari gives the focus to what is around a pressed button, which would close the sheet before the click.
  const keepFocus = (event: MouseEvent) => {
    if (open && event.target instanceof Element && event.target.closest('button') !== null)
      event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    const step = arrowStep(event.key, document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');
    if (step !== null) {
      event.preventDefault();
      moveFocus(buttonsIn(document.getElementById(id)), step);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the buttons inside
    <div
      ref={box}
      class="popup"
      onKeyDown={onKeyDown}
      onFocusOut={closeOnFocusOut}
      onMouseDown={keepFocus}
    >
      <button
        ref={button}
        type="button"
        class={isMenu ? 'plain' : 'round control'}
        aria-haspopup={isMenu ? 'menu' : undefined}
        data-look={open ? 'active' : 'plain'}
        aria-label={name}
        title={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <Icon aria-hidden="true" />
      </button>
      {open && (
        <Sheet id={id} menuName={isMenu ? name : undefined} subject={subject} onPick={close}>
          {children}
        </Sheet>
      )}
    </div>
  );
}

type SheetProps = {
  id: string;
  /** Only for a menu. */
  menuName: string | undefined;
  subject: string | undefined;
  onPick(): void;
  children: ComponentChildren;
};

function Sheet({ id, menuName, subject, onPick, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  // Before the next key press, which may be Escape and move the focus back to the button.
  useLayoutEffect(() => {
    sheet.current?.scrollIntoView({ block: 'nearest' });
    buttonsIn(sheet.current)[0]?.focus();
  }, []);
  return (
    // Only its buttons are clicked:
    // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions
    <div
      id={id}
      ref={sheet}
      role={menuName === undefined ? undefined : 'menu'}
      aria-label={menuName}
      class="popup-sheet"
      // The button has the focus before a panel or dialog opens, which takes it and gives it back.
      onClickCapture={onPick}
    >
      {subject !== undefined && (
        <p class="menu-subject" aria-hidden="true">
          <bdi>{subject}</bdi>
        </p>
      )}
      {children}
    </div>
  );
}

export function MenuItem({
  icon: Icon,
  name,
  run,
}: {
  icon: LucideIcon;
  name: string;
  run(): void;
}) {
  return (
    <button type="button" role="menuitem" class="menu-row" onClick={run}>
      <Icon aria-hidden="true" />
      {name}
    </button>
  );
}

function buttonsIn(sheet: HTMLElement | null): HTMLButtonElement[] {
  return [...(sheet?.querySelectorAll('button') ?? [])];
}

function moveFocus(buttons: HTMLButtonElement[], step: number): void {
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/**
 * The step (1 or -1) of an arrow key through a row or column; null for other keys. In right-to-left
 * pages the next item is to the left.
 */
export function arrowStep(key: string, direction: 'ltr' | 'rtl'): number | null {
  const next = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown' || key === next) return 1;
  return key === 'ArrowUp' || key === back ? -1 : null;
}
