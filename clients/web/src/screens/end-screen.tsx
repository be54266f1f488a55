import { useEffect, useRef } from 'preact/hooks';
import {
  AppWindow,
  CircleAlert,
  CircleCheck,
  Hourglass,
  LinkIcon,
  LockKeyhole,
  LockKeyholeOpen,
  LogOut,
  MonitorX,
  UserRoundX,
  Users,
  WifiOff,
} from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import { Brand } from '../components/brand.tsx';
import type { Session } from '../session/session.ts';
import type { SessionState, SessionError } from '../session/session-types.ts';
import { messages } from '../i18n/messages.ts';

type Page = { icon: LucideIcon; title: string; help: string; retry: string | null };

/** The screen after the meeting: left, ended, refused or failed. */
export function EndScreen({ state, session }: { state: SessionState; session: Session }) {
  const { icon: Icon, title, help, retry } = pageFor(state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <main class="end-screen">
      <Brand />
      <div class="end-screen-card">
        <span class="end-screen-icon">
          <Icon aria-hidden="true" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="end-screen-help">{help}</p>
        {retry !== null && (
          <button
            type="button"
            class="button button-primary"
            onClick={() => void session.tryAgain()}
          >
            {retry}
          </button>
        )}
      </div>
    </main>
  );
}

const ERROR_ICONS: Partial<Record<SessionError, LucideIcon>> = {
  full: Users,
  locked: LockKeyhole,
  unavailable: Hourglass,
  taken_over: AppWindow,
  old_browser: MonitorX,
  page_failed: CircleAlert,
};

function pageFor(state: SessionState): Page {
  if (state.phase === 'left')
    return {
      icon: LogOut,
      title: messages.leftTitle,
      help: messages.leftHelp,
      retry: messages.rejoin,
    };
  if (state.phase === 'ended')
    return { icon: CircleCheck, title: messages.endedTitle, help: messages.endedHelp, retry: null };
  if (state.phase === 'refused') return refusedPage(state);
  const error = state.error ?? 'unreachable';
  if (error === 'locked' && state.lobby?.locked === false)
    return {
      icon: LockKeyholeOpen,
      title: messages.host.unlockedTitle,
      help: messages.host.unlockedHelp,
      retry: messages.join,
    };
  const { title, help } = messages.sessionError(error);
  return { icon: ERROR_ICONS[error] ?? WifiOff, title, help, retry: retryLabel(error) };
}

/** A guest without a link cannot try again. After a host's decision, no retry is offered. */
function refusedPage({ refusal }: SessionState): Page {
  const help = {
    link: messages.refusedHelp,
    closed: messages.closedHelp,
    shut_out: messages.removedHelp,
    declined: messages.host.declinedHelp,
    removed: messages.host.removedHelp,
    no_link: messages.noLinkHelp,
  }[refusal];
  if (refusal === 'declined')
    return { icon: UserRoundX, title: messages.host.declinedTitle, help, retry: null };
  if (refusal === 'removed')
    return { icon: UserRoundX, title: messages.host.removedTitle, help, retry: null };
  return {
    icon: LinkIcon,
    title: messages.refusedTitle,
    help,
    retry: refusal === 'no_link' ? null : messages.tryAgain,
  };
}

function retryLabel(error: SessionError): string | null {
  if (error === 'old_browser') return null;
  return error === 'lost' || error === 'taken_over' ? messages.rejoin : messages.tryAgain;
}
