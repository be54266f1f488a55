import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { LucideIcon } from 'lucide-preact';
import { arrowStep } from './arrow-step.ts';

type Props = { name: string; icon: LucideIcon; children: ComponentChildren };

/** A button that opens a small sheet of buttons. A choice, Escape or a press elsewhere closes it; arrow keys walk through it. */
export function Popup({ name, icon: Icon, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key arrives: later it could take the focus from the button that Escape gave it back to.
  useLayoutEffect(() => {
    if (open) choicesIn(box.current)[0]?.focus();
  }, [open]);
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
  // Left by Tab: it would stay open over what is focused next.
  const closeOnFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false);
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
      walk(choicesIn(box.current), step);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens to keys of the buttons inside
    <div ref={box} class="popup" onKeyDown={onKeyDown} onFocusOut={closeOnFocusOut}>
      <button
        ref={button}
        type="button"
        class="round control"
        data-look={open ? 'active' : 'plain'}
        aria-label={name}
        title={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon aria-hidden="true" />
      </button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the clicks of its buttons
        <div id={id} class="popup-sheet" onClick={close}>
          {children}
        </div>
      )}
    </div>
  );
}

function choicesIn(box: HTMLElement | null): HTMLButtonElement[] {
  return [...(box?.querySelectorAll<HTMLButtonElement>('.popup-sheet button') ?? [])];
}

function walk(choices: HTMLButtonElement[], step: number): void {
  const at = choices.findIndex((choice) => choice === document.activeElement);
  choices[(at + step + choices.length) % choices.length]?.focus();
}
