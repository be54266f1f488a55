import { embedEvents, readEmbedCommand } from './embed-messages.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';

/** In `?embed` mode: tells the page around what happens, and obeys its commands. Nothing from any other window. */
export function talkToParent(visit: Visit): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return;
  document.documentElement.dataset['embed'] = '';
  let told: VisitState | null = null;
  const tell = () => {
    const state = visit.store.read();
    // Whoever the service lets frame this page may know it; the page cannot know that origin beforehand.
    for (const event of embedEvents(told, state)) window.parent.postMessage(event, '*');
    told = state;
  };
  visit.store.follow(tell);
  tell();
  addEventListener('message', ({ source, data }) => {
    const command = source === window.parent ? readEmbedCommand(data) : null;
    if (command === 'mute') void visit.devices.turn('microphone', false);
    if (command === 'cameraOff') void visit.devices.turn('camera', false);
    if (command === 'leave') void visit.leave();
  });
}
