import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Brand } from '../components/brand.tsx';
import { LanguageChoice } from './i18n/language-choice.tsx';
import { texts } from './i18n/texts.ts';
import { addressOf, type Route } from './route.ts';

type Props = { route: Route; signOut(): void; children: ComponentChildren };

/** The frame of every page: navigation, language, sign-out. */
export function Frame({ route, signOut, children }: Props) {
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
