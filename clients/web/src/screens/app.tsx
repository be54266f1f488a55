import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { loadConnection } from '../connection/load-connection.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { whenIdle } from '../page/when-idle.ts';
import type { Session } from '../session/session.ts';
import { publicState, type SessionState } from '../session/session-types.ts';
import { HuesContext } from '../people/hues.ts';
import { LOCKED_POLL_MS, pollLobby } from '../lobby/poll-lobby.ts';
import { language, messages } from '../i18n/messages.ts';
import { EndScreen } from './end-screen.tsx';
import { Lobby } from './lobby.tsx';
import { StatusLine } from '../notices/toasts.tsx';
import { useStore } from '../hooks/browser-hooks.ts';
import { Brand, Spinner } from '../components/brand.tsx';

const loadMeeting = () => import('./meeting.tsx').then(({ Meeting }) => ({ default: Meeting }));
let Meeting = lazy(loadMeeting);

export function App({ session }: { session: Session }) {
  const state = useStore(session.store);
  const { phase } = state;
  // Components read `messages` while they render: a new language renders everything again.
  const pageLanguage = useStore(language);
  useEffect(() => {
    // `opening` is not published: the attribute appears with the first real screen.
    if (phase !== 'opening') document.documentElement.dataset['parleyState'] = publicState(state);
    document.title = titleOf(state);
  }, [phase, state, pageLanguage]);
  const hasLeftLobby = useRef(false);
  hasLeftLobby.current ||= !BEFORE_JOINING.includes(phase);
  useEffect(() => {
    if (phase !== 'lobby') return undefined;
    // While the guest types a name.
    return whenIdle(() => {
      loadMeeting().catch(() => undefined);
      loadConnection().catch(() => undefined);
    });
  }, [phase, session]);
  const isLockedOut = phase === 'error' && state.error === 'locked';
  useEffect(() => {
    const everyMs = isLockedOut ? LOCKED_POLL_MS : undefined;
    const polls = phase === 'lobby' || isLockedOut;
    return polls ? pollLobby(() => void session.refreshLobby(), everyMs) : undefined;
  }, [phase, isLockedOut, session]);
  return (
    <>
      <StatusLine notices={state.notices} />
      <ErrorBoundary
        key={phase === 'error' ? 'error' : 'session'}
        onFailed={() => showPageFailure(session)}
      >
        <Suspense fallback={<Opening />}>
          {screenFor(state, session, hasLeftLobby.current)}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** A lazy component that failed to load stays failed: the next attempt needs a new one. */
function showPageFailure(session: Session): void {
  Meeting = lazy(loadMeeting);
  void session.fail('page_failed');
}

const BEFORE_JOINING: readonly SessionState['phase'][] = ['opening', 'lobby', 'joining'];

function screenFor(state: SessionState, session: Session, isBack: boolean) {
  switch (state.phase) {
    case 'opening':
      return <Opening />;
    case 'lobby':
    case 'joining':
    case 'waiting':
      return <Lobby state={state} session={session} isBack={isBack} />;
    case 'joined':
    case 'reconnecting':
      return (
        <HuesContext.Provider value={state.hues}>
          <Meeting state={state} session={session} />
        </HuesContext.Provider>
      );
    case 'left':
    case 'ended':
    case 'refused':
    case 'error':
      return <EndScreen state={state} session={session} />;
    default:
      return state.phase satisfies never;
  }
}

function titleOf(state: SessionState): string {
  return state.lobby === null ? 'Parley' : `${state.lobby.title} - Parley`;
}

function Opening() {
  return (
    <main class="end-screen">
      <Brand />
      <div class="end-screen-card" aria-busy="true">
        <Spinner />
        <p class="end-screen-help">{messages.opening}</p>
      </div>
    </main>
  );
}
