import { render } from 'preact';
import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './design/devices.css';
import './design/avatar.css';
import './design/lobby.css';
import './design/lobby-narrow.css';
import './design/meeting.css';
import './design/meeting-panels.css';
import './design/meeting-narrow.css';
import './design/reactions.css';
import './design/chat.css';
import './design/settings.css';
import './design/question.css';
import './design/together-narrow.css';
import './design/after.css';
import { readGuestLink } from './room/guest-link.ts';
import { keptLink } from './room/kept-link.ts';
import { talkToParent } from './room/talk-to-parent.ts';
import { Visit } from './room/visit.ts';
import { App } from './screens/app.tsx';
import { firstLanguage, speak } from './words/words.ts';

const visit = new Visit(takeGuestLink());
talkToParent(visit);
const spoken = speak(firstLanguage());
void visit.openLobby();
window.addEventListener('pagehide', () => visit.leaveWithPage());
// The same link opened again in this tab only changes the fragment: begin anew with it.
window.addEventListener('hashchange', () => {
  if (readGuestLink(location) !== null) location.reload();
});
void spoken.then(show);

function show(): void {
  const page = document.getElementById('page');
  if (page === null) return;
  // What stands there for browsers that get no further would be taken for a part of ours.
  page.replaceChildren();
  render(<App visit={visit} />, page);
}

/** The secret leaves the address bar, and with it the history, at once; a page that is loaded again has it from its tab. */
function takeGuestLink() {
  const link = readGuestLink(location) ?? keptLink(location);
  history.replaceState(null, '', location.pathname + location.search);
  return link;
}
