import { Suspense, lazy, useEffect } from 'react';
import { StatusLine } from '../parts/status-line.tsx';
import { useStore } from '../parts/use-store.ts';
import type { Visit } from '../room/visit.ts';
import type { VisitState } from '../room/visit-state.ts';
import { language, words } from '../words/words.ts';
import { After } from './after.tsx';
import { Lobby } from './lobby.tsx';
import { Opening } from './opening.tsx';
import { PageGuard } from './page-guard.tsx';

const loadMeeting = () => import('./meeting.tsx').then(({ Meeting }) => ({ default: Meeting }));
let Meeting = lazy(loadMeeting);
const IDLE_WITHIN_MS = 2000;

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

/** Safari has no idle callback. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const idle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, IDLE_WITHIN_MS / 4);
  return () => clearTimeout(timer);
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
