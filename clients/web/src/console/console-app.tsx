import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../hooks/browser-hooks.ts';
import type { Store } from '../page/store.ts';
import { Frame } from './frame.tsx';
import { language, texts } from './i18n/texts.ts';
import { MeetingPage } from './meeting/meeting-page.tsx';
import { FIRST_PLACE, MeetingsPage } from './meetings/meetings-page.tsx';
import type { Route } from './route.ts';
import { HealthPage } from './service/health-page.tsx';
import { KeyPage } from './service/key-page.tsx';
import type { ConsoleSession } from './session/session.ts';
import { SessionContext } from './session/use-session.ts';
import { SignIn } from './sign-in.tsx';
import { WebhookPage } from './webhooks/webhook-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';

export function ConsoleApp({ session, route }: { session: ConsoleSession; route: Store<Route> }) {
  const state = useStore(session.state);
  const shown = useStore(route);
  // Components read `texts` while they render: a new language renders everything again.
  const pageLanguage = useStore(language);
  useEffect(() => {
    document.title = `Parley - ${texts.console}`;
    document.documentElement.dataset['parleyConsole'] = state.phase;
  }, [pageLanguage, state.phase]);
  if (state.phase === 'opening') return <p class="opening">{texts.loading}</p>;
  if (state.phase === 'out') return <SignIn failure={state.failure} signIn={session.signIn} />;
  return (
    <SessionContext.Provider value={state}>
      <Frame route={shown} signOut={session.signOut}>
        <Page route={shown} />
      </Frame>
    </SessionContext.Provider>
  );
}

function Page({ route }: { route: Route }) {
  // Kept while another page is shown: Back from a meeting leads to where it was found.
  const [place, go] = useState(FIRST_PLACE);
  if (route.page === 'meeting')
    return <MeetingPage key={route.meetingRef} meetingRef={route.meetingRef} tab={route.tab} />;
  if (route.page === 'webhook')
    return <WebhookPage key={route.webhookRef} webhookRef={route.webhookRef} />;
  if (route.page === 'webhooks') return <WebhooksPage />;
  if (route.page === 'key') return <KeyPage />;
  if (route.page === 'health') return <HealthPage />;
  return <MeetingsPage place={place} go={go} />;
}
