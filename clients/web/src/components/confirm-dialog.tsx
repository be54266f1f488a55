import { useEffect, useId, useRef } from 'preact/hooks';

type Props = {
  title: string;
  help?: string;
  stay: string;
  go: string;
  /** Called after either answer, and after Escape. */
  onClose(): void;
  onGo(): void;
};

/** Shown before an action that others would notice, or that cannot be undone. Escape stays. */
export function ConfirmDialog({ title, help, stay, go, onClose, onGo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="confirm-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={help === undefined ? undefined : `${id}-help`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      <div class="confirm-dialog-answers">
        <button type="button" class="button" onClick={close}>
          {stay}
        </button>
        <button
          type="button"
          class="button button-danger"
          onClick={() => {
            close();
            onGo();
          }}
        >
          {go}
        </button>
      </div>
    </dialog>
  );
}
