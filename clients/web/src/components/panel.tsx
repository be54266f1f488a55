import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { X } from 'lucide-preact';
import { isComposing } from '../i18n/is-composing.ts';
import { messages } from '../i18n/messages.ts';

type Props = {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  footer?: ComponentChildren;
};

/**
 * A side panel: beside the stage on a wide page, over it on a narrow one. Escape closes it and
 * restores the focus.
 */
export function Panel({ title, onClose, children, footer }: Props) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = panel.current;
    heading.current?.focus();
    return () => {
      // If the guest has focused something else, the focus stays there.
      const now = document.activeElement;
      const isInside = now === document.body || element?.contains(now) === true;
      if (isInside && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      const inDialog = document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !inDialog && !isComposing(event)) onClose();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return (
    <aside ref={panel} class="panel" aria-labelledby={titleId}>
      <header class="panel-header">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          class="plain"
          aria-label={messages.closePanel}
          title={messages.closePanel}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div class="panel-body">{children}</div>
      {footer}
    </aside>
  );
}
