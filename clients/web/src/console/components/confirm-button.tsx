import { useRef, useState } from 'preact/hooks';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { texts } from '../i18n/texts.ts';

type Props = { name: string; question: string; disabled?: boolean; onConfirm(): void };

/** A button for an action that cannot be undone. It asks for confirmation. */
export function ConfirmButton({ name, question, disabled = false, onConfirm }: Props) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button button-small"
        aria-disabled={disabled}
        onClick={() => setAsks(!disabled)}
      >
        {name}
      </button>
      {asks && (
        <ConfirmDialog
          title={question}
          stay={texts.cancel}
          go={name}
          onClose={() => {
            setAsks(false);
            button.current?.focus();
          }}
          onGo={onConfirm}
        />
      )}
    </>
  );
}
