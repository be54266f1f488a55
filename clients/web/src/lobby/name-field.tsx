import type { RefObject } from 'preact';
import { messages } from '../i18n/messages.ts';
import { MAX_NAME_CHARACTERS } from '../people/display-name.ts';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  name: string;
  isMissing: boolean;
  isReadOnly: boolean;
  onInput(name: string): void;
};

export function NameField({ field, name, isMissing, isReadOnly, onInput }: Props) {
  return (
    <>
      <label for="name">{messages.yourName}</label>
      <input
        id="name"
        ref={field}
        class="field"
        dir="auto"
        autocomplete="name"
        autocapitalize="words"
        spellcheck={false}
        enterkeyhint="go"
        maxLength={MAX_NAME_CHARACTERS}
        placeholder={messages.namePlaceholder}
        value={name}
        readOnly={isReadOnly}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'name-missing' : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {isMissing && (
        <p ref={scrollTo} id="name-missing" class="field-error" role="alert">
          {messages.nameMissing}
        </p>
      )}
    </>
  );
}

/** The field is focused before the message is there, which makes the page longer: that focus cannot scroll to it. */
function scrollTo(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}
