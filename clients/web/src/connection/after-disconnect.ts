import type { SessionEvent } from '../session/session-state.ts';

/** Why the media connection is over, as far as the page can know. */
export type DisconnectCause = 'left' | 'taken_over' | 'closed' | 'lost';

/** What the service says when asked whether this guest may go on. */
export type Standing =
  | { kind: 'ok' }
  | { kind: 'gone'; meetingState: string | null }
  | { kind: 'full' }
  | { kind: 'no_answer' };

export type AfterDisconnect = 'nothing' | 'ask_service' | 'show_error';
export type AfterAsking =
  'connect_again' | 'show_ended' | 'show_refused' | 'show_full' | 'ask_later' | 'show_error';

/** How the session ends where there is no way back. */
export const FINAL_EVENTS: Record<
  Exclude<AfterAsking, 'connect_again' | 'ask_later'>,
  SessionEvent
> = {
  show_ended: { kind: 'over', phase: 'ended' },
  show_refused: { kind: 'over', phase: 'refused', refusal: 'removed' },
  show_full: { kind: 'failed', error: 'full' },
  show_error: { kind: 'failed', error: 'lost' },
};

/** Only the service knows whether the meeting goes on: it is asked about everything but our own leaving. */
export function afterDisconnect(cause: DisconnectCause): AfterDisconnect {
  switch (cause) {
    case 'left':
      return 'nothing';
    case 'taken_over':
      return 'show_error';
    case 'closed':
    case 'lost':
      return 'ask_service';
    default:
      return cause satisfies never;
  }
}

/**
 * A guest who is gone from a running meeting was refused; otherwise the meeting is what ended. `triedForMs` counts only
 * time in which the page was awake: a laptop that slept for an hour has not tried yet.
 */
export function afterAsking(
  standing: Standing,
  retriedForMs: number,
  maxRetryMs: number,
): AfterAsking {
  if (standing.kind === 'gone') return afterGone(standing.meetingState);
  if (standing.kind === 'full') return 'show_full';
  if (retriedForMs > maxRetryMs) return 'show_error';
  return standing.kind === 'ok' ? 'connect_again' : 'ask_later';
}

export function afterGone(meetingState: string | null): 'show_ended' | 'show_refused' {
  const runs =
    meetingState === null || meetingState === 'created' || meetingState === 'in_progress';
  return runs ? 'show_refused' : 'show_ended';
}
