import { useEffect, useRef } from 'preact/hooks';
import { WifiOff } from 'lucide-preact';
import { Spinner } from '../components/brand.tsx';
import { messages } from '../i18n/messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';

/** Replaces the form while the guest waits for a host. */
export function WaitingCard({ state, session }: { state: SessionState; session: Session }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { host } = messages;
  const title = state.needsHost ? host.needsHost : host.waitForHost;
  const help = state.needsHost ? host.needsHostHelp : host.asked;
  // The form is gone: keyboard and screen reader continue here.
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div class="waiting-card">
      <p class="waiting-title">
        <bdi>{state.lobby?.title}</bdi>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p class="waiting-help">
        {state.offline ? <WifiOff aria-hidden="true" /> : <Spinner />}
        <span>{state.offline ? messages.offlineTitle : help}</span>
      </p>
      <button type="button" class="button" onClick={() => void session.stopWaiting()}>
        {host.stopWaiting}
      </button>
    </div>
  );
}
