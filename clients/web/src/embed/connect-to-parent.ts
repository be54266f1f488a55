import { embedEvents, readEmbedCommand } from './embed-messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';

/** In `?embed` mode: tells the page around what happens, and obeys its commands. Nothing from any other window. */
export function connectToParent(session: Session): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return;
  document.documentElement.dataset['embed'] = '';
  let reported: SessionState | null = null;
  const tell = () => {
    const state = session.store.get();
    // Whoever the service lets frame this page may know it; the page cannot know that origin beforehand.
    for (const event of embedEvents(reported, state)) window.parent.postMessage(event, '*');
    reported = state;
  };
  session.store.subscribe(tell);
  tell();
  addEventListener('message', ({ source, data }) => {
    const command = source === window.parent ? readEmbedCommand(data) : null;
    if (command === 'mute') void session.devices.turn('microphone', false);
    if (command === 'cameraOff') void session.devices.turn('camera', false);
    if (command === 'leave') void session.leave();
  });
}
