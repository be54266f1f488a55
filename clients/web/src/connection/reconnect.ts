import type { Admission } from '../../../../contract/generated/guest-api.ts';
import type { Answer } from '../session/guest-api.ts';
import { sleepUnlessOnline, retryDelayMs } from './backoff.ts';
import type { SessionEvent } from '../session/session-types.ts';

const MAX_RETRY_MS = 300_000;
/** An attempt that took longer was interrupted by sleep. */
const MAX_ATTEMPT_MS = 30_000;

type ReconnectOptions = {
  /** Null once the session is over. */
  admission: () => Admission | null;
  /** True when the room was reached. */
  connect: (admission: Admission) => Promise<boolean>;
  renew: (admission: Admission) => Promise<Answer<Admission>>;
};

/**
 * Reconnects after livekit-client gave up, for five minutes in which the page is awake. Returns
 * null when the guest is back in the room or the session ended meanwhile; otherwise the event that
 * ends the session.
 */
export async function reconnect({
  admission,
  connect,
  renew,
}: ReconnectOptions): Promise<SessionEvent | null> {
  let triedForMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const mine = admission();
    if (mine === null) return null;
    const began = Date.now();
    const answer = await renew(mine);
    if (admission() === null) return null;
    const end = endAfter(answer, triedForMs);
    if (end !== null) return end;
    if (answer.kind === 'ok' && (await connect(answer.value))) return null;
    await sleepUnlessOnline(retryDelayMs(attempt));
    triedForMs += Math.min(Date.now() - began, MAX_ATTEMPT_MS);
  }
}

/** The guest may no longer stay in the meeting, which continues. */
export const SHUT_OUT: SessionEvent = { kind: 'over', phase: 'refused', refusal: 'shut_out' };

/**
 * The end of the session after this answer to /renew; null while it is worth trying again. `triedForMs` counts only
 * time in which the page was awake: a laptop that slept for an hour has not tried yet.
 */
export function endAfter(answer: Answer<Admission>, triedForMs: number): SessionEvent | null {
  if (answer.kind === 'gone') return endOfGone(answer.meetingState);
  if (answer.kind === 'refused') return SHUT_OUT;
  if (answer.kind === 'full') return { kind: 'failed', error: 'full' };
  return triedForMs > MAX_RETRY_MS ? { kind: 'failed', error: 'lost' } : null;
}

/** A guest who is gone from a running meeting was removed; otherwise the meeting ended. */
export function endOfGone(meetingState: string | null): SessionEvent {
  const isRunning =
    meetingState === null || meetingState === 'created' || meetingState === 'in_progress';
  return isRunning ? SHUT_OUT : { kind: 'over', phase: 'ended' };
}

/** How long livekit-client may try while the service answers. */
const MAX_RECONNECTING_MS = 5000;

/**
 * While livekit-client tries to reconnect by itself, asks the service too. Only the service knows
 * whether the meeting continues, and asking creates the room again when the media server has lost
 * it. Returns `gone` at once, `ok` when the connection should be back and is not, and null when it
 * is back or no longer wanted.
 */
export async function pollWhileReconnecting(
  isOver: () => boolean,
  ask: () => Promise<Answer<Admission>>,
): Promise<Answer<Admission> | null> {
  const since = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    await sleepUnlessOnline(retryDelayMs(attempt));
    if (isOver()) return null;
    const answer = await ask();
    if (isOver()) return null;
    const late = Date.now() - since >= MAX_RECONNECTING_MS;
    if (answer.kind === 'gone' || (answer.kind === 'ok' && late)) return answer;
  }
}
