import { CircleAlert } from 'lucide-preact';
import { useFocusFallback } from '../hooks/use-focus-fallback.ts';
import { messages } from '../i18n/messages.ts';
import type { Session } from '../session/session.ts';

/** Another tab of this browser is in the meeting with the same link. */
export function OtherTabAlert({ session }: { session: Session }) {
  const alert = useFocusFallback<HTMLDivElement>('h1');
  return (
    <div ref={alert} class="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{messages.sentence(messages.otherTab.title)}</strong> {messages.otherTab.help}
      </span>
      <button type="button" class="button button-small" onClick={() => session.leaveOtherTabs()}>
        {messages.moveHere}
      </button>
    </div>
  );
}
