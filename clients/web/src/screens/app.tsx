import { Suspense, lazy } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { PageGuard } from '../components/page-guard.tsx';
import { StatusLine } from '../notices/status-line.tsx';
import { useStore } from '../hooks/use-store.ts';
import { whenIdle } from '../page/when-idle.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';
import { watchLobby } from '../lobby/watch-lobby.ts';
import { language, words } from '../i18n/messages.ts';
import { After } from './after.tsx';
import { Lobby } from './lobby.tsx';
import { Opening } from './opening.tsx';

const loadMeeting = () => import('./meeting.tsx').then(({ Meeting }) => ({ default: Meeting }));
let Meeting = lazy(loadMeeting);

export function App({ visit }: { visit: Visit }) {
  const state = useStore(visit.store);
  const { phase } = state;
  // Everything below reads the words while it is drawn.
  const spoken = useStore(language);
  useEffect(() => {
    // `opening` has no name of its own outside: nothing is said until there is something to see.
    if (phase !== 'opening') document.documentElement.dataset['parleyState'] = phase;
    document.title = titleOf(state);
  }, [phase, state, spoken]);
  useEffect(() => {
    if (phase !== 'lobby') return undefined;
    // Behind the form: none of it is needed to write a name.
    return whenIdle(() => {
      loadMeeting().catch(() => undefined);
      visit.prepare();
    });
  }, [phase, visit]);
  useEffect(
    () => (phase === 'lobby' ? watchLobby(() => void visit.lookAgain()) : undefined),
    [phase, visit],
  );
  return (
    <>
      <StatusLine notices={state.notices} />
      <PageGuard key={phase === 'error' ? 'error' : 'visit'} onFailed={() => startOver(visit)}>
        <Suspense fallback={<Opening />}>{screenFor(state, visit)}</Suspense>
      </PageGuard>
    </>
  );
}

/** A lazy screen that failed to load stays failed: the next try needs another one. */
function startOver(visit: Visit): void {
  Meeting = lazy(loadMeeting);
  void visit.giveUp('page_failed');
}

function screenFor(state: VisitState, visit: Visit) {
  switch (state.phase) {
    case 'opening':
      return <Opening />;
    case 'lobby':
    case 'joining':
      return <Lobby state={state} visit={visit} />;
    case 'joined':
    case 'reconnecting':
      return <Meeting state={state} visit={visit} />;
    case 'left':
    case 'ended':
    case 'refused':
    case 'error':
      return <After state={state} visit={visit} />;
    default:
      return state.phase satisfies never;
  }
}

function titleOf(state: VisitState): string {
  return state.lobby === null ? words.productName : `${state.lobby.title} - ${words.productName}`;
}
