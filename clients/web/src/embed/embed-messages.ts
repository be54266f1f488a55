// Messages between the page in a frame (`?embed`) and its parent page. The service decides who may
// embed the page (`frame-ancestors`). No message holds a secret.
import { publicState, type PublicState, type SessionState } from '../session/session-types.ts';
import type { Session } from '../session/session.ts';

/** The parent page may turn devices off and leave. It cannot turn anything on. */
type EmbedCommand = 'mute' | 'cameraOff' | 'leave';
type EmbedEvent =
  | { source: 'parley'; type: 'state'; state: PublicState }
  | { source: 'parley'; type: 'people'; count: number }
  | { source: 'parley'; type: 'devices'; microphoneOn: boolean; cameraOn: boolean };

const COMMANDS: readonly EmbedCommand[] = ['mute', 'cameraOff', 'leave'];

export function readEmbedCommand(data: unknown): EmbedCommand | null {
  if (typeof data !== 'object' || data === null) return null;
  const { target, command } = data as Record<string, unknown>;
  return target === 'parley' ? (COMMANDS.find((known) => known === command) ?? null) : null;
}

/** The events of a state change. */
export function embedEvents(before: SessionState | null, after: SessionState): EmbedEvent[] {
  const events: EmbedEvent[] = [];
  const state = publicState(after);
  if (before === null || publicState(before) !== state)
    events.push({ source: 'parley', type: 'state', state });
  if (before?.people.length !== after.people.length)
    events.push({ source: 'parley', type: 'people', count: after.people.length });
  const [was, is] = [devicesOf(before), devicesOf(after)];
  if (was.microphoneOn !== is.microphoneOn || was.cameraOn !== is.cameraOn)
    events.push({ source: 'parley', type: 'devices', ...is });
  return events;
}

function devicesOf(state: SessionState | null): { microphoneOn: boolean; cameraOn: boolean } {
  const self = state?.people.find(({ isSelf }) => isSelf);
  return {
    microphoneOn: self?.microphoneOn ?? false,
    cameraOn: self !== undefined && self.videoRef !== null,
  };
}

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
