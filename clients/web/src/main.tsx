import { render } from 'preact';
import './styles/index.css';
import { readGuestLink, readStoredLink } from './session/guest-link.ts';
import { Session } from './session/session.ts';
import { App } from './screens/app.tsx';
import { loadLanguage } from './i18n/messages.ts';
import { preferredLanguage } from './i18n/page-language.ts';
import { connectToParent } from './embed/embed-messages.ts';

const session = new Session(takeGuestLink());
connectToParent(session);
const languageLoaded = loadLanguage(preferredLanguage());
void session.openLobby();
window.addEventListener('pagehide', () => session.leaveOnUnload());
// The same link opened again in this tab changes only the fragment. Start over with it.
window.addEventListener('hashchange', () => {
  if (readGuestLink(location) !== null) location.reload();
});
void languageLoaded.then(show);

function show(): void {
  const page = document.getElementById('page');
  if (page === null) return;
  // The static notice for browsers that cannot run the page.
  page.replaceChildren();
  render(<App session={session} />, page);
}

/**
 * Removes the secret from the address bar and the history. A reloaded page finds it in the storage
 * of its tab.
 */
function takeGuestLink() {
  const link = readGuestLink(location) ?? readStoredLink(location);
  history.replaceState(null, '', location.pathname + location.search);
  return link;
}
