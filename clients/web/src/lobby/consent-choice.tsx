import type { RefObject } from 'preact';
import { messages } from '../i18n/messages.ts';

export type Consent = 'given' | 'declined';

type Props = {
  /** Receives the focus when the question is not answered. */
  field: RefObject<HTMLInputElement | null>;
  chosen: Consent | null;
  onChoose(consent: Consent): void;
  /** The guest wants to join without an answer. */
  isMissing: boolean;
};

/** There is no default: the guest must choose. */
export function ConsentChoice({ field, chosen, onChoose, isMissing }: Props) {
  const { consent } = messages.host;
  const choices = [
    ['given', consent.yes],
    ['declined', consent.no],
  ] as const;
  return (
    <fieldset
      class="consent"
      role="radiogroup"
      aria-required
      aria-invalid={isMissing}
      aria-describedby={isMissing ? 'consent-missing consent-help' : 'consent-help'}
    >
      <legend>{consent.question}</legend>
      <div class="consent-choices">
        {choices.map(([value, name]) => (
          <label key={value}>
            <input
              ref={value === 'given' ? field : null}
              type="radio"
              name="consent"
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            {name}
          </label>
        ))}
      </div>
      <p id="consent-help" class="quiet">
        {consent.help}
      </p>
      {isMissing && (
        <p id="consent-missing" class="field-error" role="alert">
          {consent.missing}
        </p>
      )}
    </fieldset>
  );
}
