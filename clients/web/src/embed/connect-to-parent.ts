import { embedEvents, readEmbedCommand } from './embed-messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';

/**
 * In `?embed` mode, reports to the parent page and obeys its commands. Ignores all other windows.
 */
export function connectToParent(session: Session): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return;
  document.documentElement.dataset['embed'] = '';
  let reported: SessionState | null = null;
  const report = () => {
    const state = session.store.get();
    // The origin is unknown here: the service decides by `frame-ancestors` who may embed the page.
    for (const event of embedEvents(reported, state)) window.parent.postMessage(event, '*');
    reported = state;
  };
  session.store.subscribe(report);
  report();
  addEventListener('message', ({ source, data }) => {
    const command = source === window.parent ? readEmbedCommand(data) : null;
    if (command === 'mute') void session.devices.turn('microphone', false);
    if (command === 'cameraOff') void session.devices.turn('camera', false);
    if (command === 'leave') void session.leave();
  });
}
