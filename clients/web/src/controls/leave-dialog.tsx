import { useEffect, useId, useRef } from 'preact/hooks';
import { messages } from '../i18n/messages.ts';

type Props = { onStay(): void; onLeave(): void };

/** Asked only where leaving takes something from the others. Escape stays. */
export function LeaveDialog({ onStay, onLeave }: Props) {
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
      <h2 id={`${id}-title`}>{messages.leaveSharing.title}</h2>
      <p id={`${id}-help`}>{messages.leaveSharing.help}</p>
      <div class="leave-dialog-answers">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {messages.leaveSharing.stay}
        </button>
        <button type="button" class="button button-danger" onClick={onLeave}>
          {messages.leaveSharing.leave}
        </button>
      </div>
    </dialog>
  );
}
