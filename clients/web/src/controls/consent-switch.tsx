import { Switch } from '../components/switch.tsx';
import { useStore } from '../hooks/browser-hooks.ts';
import { messages } from '../i18n/messages.ts';
import type { Session } from '../session/session.ts';

/** Shown in meetings that ask for consent to transcription. */
export function ConsentSwitch({ session }: { session: Session }) {
  const { people } = useStore(session.store);
  const consent = people.find(({ isSelf }) => isSelf)?.consent ?? null;
  if (consent === null) return null;
  return (
    <Switch
      label={messages.host.consent.switch}
      on={consent === 'given'}
      onChange={(on) => void session.actions.answerConsent(on ? 'given' : 'declined')}
    />
  );
}
