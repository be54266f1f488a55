import { useEffect, useRef } from 'preact/hooks';
import { CircleAlert } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';

type Props = { title: string; help: string; leadsToCheck: boolean };

/** Why joining failed. */
export function LobbyAlert({ title, help, leadsToCheck }: Props) {
  const alert = useRef<HTMLParagraphElement>(null);
  // It is below Join, which may be at the very bottom of the window.
  useEffect(() => alert.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={alert} class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{messages.sentence(title)}</strong> {help}
      </span>
      {leadsToCheck && (
        <a class="button button-small" href="/check" target="_blank" rel="noreferrer">
          {messages.checkConnection}
        </a>
      )}
    </p>
  );
}
