import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../i18n/texts.ts';

type Props = { name: string; question: string; onSure(): void; onClose(): void };

/** Asks for confirmation before an action that cannot be undone. Open while it is rendered; Escape closes it. */
export function SureDialog({ name, question, onSure, onClose }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sure" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{question}</h2>
      <div class="row">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {texts.cancel}
        </button>
        <button
          type="button"
          class="button button-danger"
          onClick={() => {
            dialog.current?.close();
            onSure();
          }}
        >
          {name}
        </button>
      </div>
    </dialog>
  );
}
