import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Brand } from '../components/brand.tsx';
import { LanguageChoice } from './i18n/language-choice.tsx';
import { texts } from './i18n/texts.ts';
import type { ConsoleSession, SignedOut } from './session/session.ts';

type Props = { failure: SignedOut['failure']; signIn: ConsoleSession['signIn'] };

export function SignIn({ failure, signIn }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const submit = async () => {
    const key = field.current?.value.trim() ?? '';
    if (busy) return;
    // The key of this tab is tried again.
    if (key === '' && failure === 'unreachable') {
      location.reload();
      return;
    }
    if (key === '') {
      field.current?.focus();
      return;
    }
    setBusy(true);
    await signIn(key);
    setBusy(false);
    field.current?.focus();
  };
  const fault = failure === null || busy ? null : faultFor(failure);
  return (
    <main class="sign-in">
      <div class="sign-in-top">
        <Brand />
        <LanguageChoice />
      </div>
      <form
        class="card sign-in-card"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>{texts.signIn.title}</h1>
        <p class="quiet">{texts.signIn.help}</p>
        <div class="labelled">
          <label for={id}>{texts.signIn.key}</label>
          <input
            id={id}
            ref={field}
            class="field masked"
            type="text"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-fault ${id}-where`}
          />
          <p id={`${id}-fault`} class="field-error" role="alert">
            {fault}
          </p>
        </div>
        <button type="submit" class="button button-primary button-wide" aria-disabled={busy}>
          {busy ? texts.loading : texts.signIn.submit}
        </button>
        <p id={`${id}-where`} class="quiet small">
          {texts.signIn.where}
        </p>
      </form>
    </main>
  );
}

function faultFor(failure: NonNullable<SignedOut['failure']>): string {
  if (failure === 'unreachable') return texts.unreachable;
  return failure === 'wrong' ? texts.signIn.wrong : texts.signIn.expired;
}
