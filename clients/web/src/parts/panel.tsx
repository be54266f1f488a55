import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { words } from '../words/words.ts';

type Props = { title: string; onClose(): void; children: ReactNode; footer?: ReactNode };

/** A side panel: beside the stage on a wide page, over it on a narrow one. Escape closes it. */
export function Panel({ title, onClose, children, footer }: Props) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return (
    <aside className="panel" aria-labelledby={titleId}>
      <header className="panel-header">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="plain" aria-label={words.closePanel} onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="panel-body">{children}</div>
      {footer}
    </aside>
  );
}
