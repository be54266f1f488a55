// Messages between the page in a frame (`?embed`) and its parent page. The service decides who may
// embed the page (`frame-ancestors`). No message holds a secret.
import type { SessionState } from '../session/session-state.ts';

/** The parent page may turn devices off and leave. It cannot turn anything on. */
export type EmbedCommand = 'mute' | 'cameraOff' | 'leave';
export type EmbedEvent =
  | { source: 'parley'; type: 'state'; state: SessionState['phase'] }
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
  if (before?.phase !== after.phase)
    events.push({ source: 'parley', type: 'state', state: after.phase });
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
