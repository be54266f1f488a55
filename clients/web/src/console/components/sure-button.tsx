import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../i18n/texts.ts';

type Props = { name: string; question: string; disabled?: boolean; onSure(): void };

/** A button for what cannot be undone: it asks first. */
export function SureButton({ name, question, disabled = false, onSure }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const giveFocusBack = () => button.current?.focus();
    element?.addEventListener('close', giveFocusBack);
    return () => element?.removeEventListener('close', giveFocusBack);
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button button-small"
        disabled={disabled}
        onClick={() => dialog.current?.showModal()}
      >
        {name}
      </button>
      <dialog ref={dialog} class="sure" aria-labelledby={titleId}>
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
    </>
  );
}
