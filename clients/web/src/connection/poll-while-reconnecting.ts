import type { Admission } from '../../../../contract/generated/guest-api.ts';
import type { Answer } from '../session/guest-api.ts';
import { sleepUnlessOnline } from './sleep.ts';
import { retryDelayMs } from './backoff.ts';

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
    await sleepUnlessOnline(retryDelayMs(attempt, Math.random()));
    if (isOver()) return null;
    const answer = await ask();
    if (isOver()) return null;
    const late = Date.now() - since >= MAX_RECONNECTING_MS;
    if (answer.kind === 'gone' || (answer.kind === 'ok' && late)) return answer;
  }
}
