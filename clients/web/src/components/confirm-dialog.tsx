import { useEffect, useId, useRef } from 'preact/hooks';

type Props = {
  title: string;
  help: string;
  stay: string;
  go: string;
  onStay(): void;
  onGo(): void;
};

/** Shown before an action that others would notice. Escape stays. */
export function ConfirmDialog({ title, help, stay, go, onStay, onGo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="leave-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-help`}
      onClose={onStay}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-help`}>{help}</p>
      <div class="leave-dialog-answers">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {stay}
        </button>
        <button type="button" class="button button-danger" onClick={onGo}>
          {go}
        </button>
      </div>
    </dialog>
  );
}
