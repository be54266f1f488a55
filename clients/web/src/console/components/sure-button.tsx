import { useRef, useState } from 'preact/hooks';
import { SureDialog } from './sure-dialog.tsx';

type Props = { name: string; question: string; disabled?: boolean; onSure(): void };

/** A button for an action that cannot be undone. It asks for confirmation. */
export function SureButton({ name, question, disabled = false, onSure }: Props) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button button-small"
        disabled={disabled}
        onClick={() => setAsks(true)}
      >
        {name}
      </button>
      {asks && (
        <SureDialog
          name={name}
          question={question}
          onSure={onSure}
          onClose={() => {
            setAsks(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
