import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Check, Copy } from 'lucide-preact';
import { copyText } from '../../page/copy-text.ts';
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
    if (await copyText(value)) setCopied(value);
    // For the keyboard.
    else field.current?.select();
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
