import { render, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Brand } from '../components/brand.tsx';
import { useStore } from '../hooks/browser-hooks.ts';
import { preferredLanguage } from '../i18n/page-language.ts';
import type { Store } from '../page/store.ts';
import { LanguageChoice } from './i18n/language-choice.tsx';
import { language, texts, loadLanguage } from './i18n/texts.ts';
import { MeetingPage } from './meeting/meeting-page.tsx';
import { FIRST_PLACE, MeetingsPage } from './meetings/meetings-page.tsx';
import { type Route, watchRoute, addressOf } from './route.ts';
import { HealthPage } from './service/health-page.tsx';
import { KeyPage } from './service/key-page.tsx';
import { type ConsoleSession, openSession } from './session/session.ts';
import { SessionContext } from './session/use-session.ts';
import { SignIn } from './sign-in.tsx';
import { WebhookPage } from './webhooks/webhook-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';
import './styles/index.css';

function ConsoleApp({ session, route }: { session: ConsoleSession; route: Store<Route> }) {
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

type FrameProps = { route: Route; signOut(): void; children: ComponentChildren };

/** The frame of every page: navigation, language, sign-out. */
function Frame({ route, signOut, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  // Ignores the tab of a meeting: a click on a tab keeps the focus there.
  const address = JSON.stringify({ ...route, tab: null });
  const first = useRef(address);
  useEffect(() => {
    if (first.current === address) return;
    first.current = '';
    main.current?.focus();
    scrollTo(0, 0);
  }, [address]);
  const isAt = (page: Route['page'], within?: Route['page']) =>
    route.page === page || route.page === within ? 'page' : undefined;
  return (
    <div class="console">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {texts.skip}
      </button>
      <header class="console-top">
        <Brand />
        <nav aria-label={texts.nav.name}>
          <a href={addressOf.meetings} aria-current={isAt('meetings', 'meeting')}>
            {texts.nav.meetings}
          </a>
          <a href={addressOf.webhooks} aria-current={isAt('webhooks', 'webhook')}>
            {texts.nav.webhooks}
          </a>
          <a href={addressOf.key} aria-current={isAt('key')}>
            {texts.nav.key}
          </a>
          <a href={addressOf.health} aria-current={isAt('health')}>
            {texts.nav.health}
          </a>
        </nav>
        <div class="console-person">
          <LanguageChoice />
          <button type="button" class="button button-small" onClick={signOut}>
            {texts.signOut}
          </button>
        </div>
      </header>
      <main ref={main} tabIndex={-1} class="console-page">
        {children}
      </main>
    </div>
  );
}

const session = openSession(location.origin);
const route = watchRoute();
void loadLanguage(preferredLanguage()).then(() => {
  const page = document.getElementById('page');
  if (page !== null) render(<ConsoleApp session={session} route={route} />, page);
});
