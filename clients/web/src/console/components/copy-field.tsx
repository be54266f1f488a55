import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Check, Copy } from 'lucide-preact';
import { texts } from '../i18n/texts.ts';

/** `focused`: the button takes the focus, so that Enter copies. */
type Props = { label: string; value: string; copy: string; focused?: boolean };

/** A value that is shown once, and a button that copies it. */
export function CopyField({ label, value, copy, focused = false }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (focused) button.current?.focus();
  }, [focused, value]);
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === value;
  const copyNow = async () => {
    if (await copyText(value, field.current)) setCopied(value);
  };
  return (
    <div class="copy-field">
      <label for={id} class="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        ref={field}
        class="field"
        dir="ltr"
        readOnly
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button
        ref={button}
        type="button"
        class="button button-primary"
        onClick={() => void copyNow()}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {isCopied ? texts.copied : copy}
      </button>
      <output class="visually-hidden">{isCopied ? texts.copied : ''}</output>
    </div>
  );
}

/** Pages without https have no clipboard; there the selected text is left for the keyboard. */
async function copyText(value: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    field?.select();
    return false;
  }
}
