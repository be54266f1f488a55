import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { afterAsking, NO_WAY_BACK } from './after-disconnect.ts';
import { renewAdmission, standingIn } from '../session/guest-api.ts';
import { waitOrOnline } from './sleep.ts';
import type { VisitEvent } from '../session/session-state.ts';
import { retryDelayMs } from './backoff.ts';

const PATIENCE_MS = 300_000;
/** What takes longer was sleep. */
const ATTEMPT_MS_MAX = 30_000;

type Lost = {
  /** Null once the visit is over. */
  admission: () => Admission | null;
  /** True when the room was reached. */
  connect: (admission: Admission) => Promise<boolean>;
  onUnreachable: () => void;
};

/**
 * After a connection that livekit-client has given up: asks the service, for five minutes of being awake, until the guest is
 * in the room again. Null then, and when the visit is over meanwhile; else the event with which it ends.
 */
export async function findWayBack({
  admission,
  connect,
  onUnreachable,
}: Lost): Promise<VisitEvent | null> {
  let triedForMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const mine = admission();
    if (mine === null) return null;
    const began = Date.now();
    const answer = await renewAdmission(mine);
    if (admission() === null) return null;
    const next = afterAsking(standingIn(answer), triedForMs, PATIENCE_MS);
    if (next !== 'connect_again' && next !== 'ask_later') return NO_WAY_BACK[next];
    if (answer.kind !== 'ok') onUnreachable();
    else if (await connect(answer.value)) return null;
    await waitOrOnline(retryDelayMs(attempt, Math.random()));
    triedForMs += Math.min(Date.now() - began, ATTEMPT_MS_MAX);
  }
}
