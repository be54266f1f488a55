import type { Admission } from '../../../../contract/generated/guest-api.ts';
import type { Answer } from '../session/guest-api.ts';
import type { SessionEvent } from '../session/session-types.ts';

/** Why the media connection ended, as far as the page can know. */
export type DisconnectCause = 'left' | 'taken_over' | 'closed' | 'lost';

/** The service's answer to whether this guest may stay in the meeting. */
export type Standing =
  | { kind: 'ok' }
  | { kind: 'gone'; meetingState: string | null }
  | { kind: 'full' }
  | { kind: 'no_answer' };

export type AfterDisconnect = 'nothing' | 'ask_service' | 'show_error';
export type AfterAsking =
  'connect_again' | 'show_ended' | 'show_refused' | 'show_full' | 'ask_later' | 'show_error';

/** How the session ends when the guest cannot reconnect. */
export const FINAL_EVENTS: Record<
  Exclude<AfterAsking, 'connect_again' | 'ask_later'>,
  SessionEvent
> = {
  show_ended: { kind: 'over', phase: 'ended' },
  show_refused: { kind: 'over', phase: 'refused', refusal: 'shut_out' },
  show_full: { kind: 'failed', error: 'full' },
  show_error: { kind: 'failed', error: 'lost' },
};

/** Only the service knows whether the meeting continues. */
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
 * A guest who is gone from a running meeting was removed; otherwise the meeting ended.
 * `retriedForMs` counts only time in which the page was awake: a laptop that slept for an hour has
 * not tried yet.
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
  const isRunning =
    meetingState === null || meetingState === 'created' || meetingState === 'in_progress';
  return isRunning ? 'show_refused' : 'show_ended';
}

/** What an answer to /renew says about the guest's status. */
export function standingOf(answer: Answer<Admission>): Standing {
  if (answer.kind === 'ok') return { kind: 'ok' };
  if (answer.kind === 'gone' || answer.kind === 'full') return answer;
  return answer.kind === 'refused' ? { kind: 'gone', meetingState: null } : { kind: 'no_answer' };
}
