import type { WaitingGuest, WaitingState } from '../../../../contract/generated/guest-api.ts';
import { retryDelayMs, sleep, sleepUnlessOnline } from '../connection/backoff.ts';
import { awaitAdmission } from './guest-api.ts';
import type { ParticipantKey } from './guest-link.ts';
import type { SessionEvent } from './session-types.ts';

/** `knock_again`: the service has not heard from this page for too long, and gave up its place. */
type WaitEnd =
  { kind: 'admitted' | 'knock_again' | 'stopped' } | { kind: 'over'; event: SessionEvent };

const REFUSED: WaitEnd = { kind: 'over', event: { kind: 'over', phase: 'refused' } };
/** A service that is about to stop answers at once. */
const MIN_TURN_MS = 1000;

/**
 * Waits until a host decides, or the guest stops it by `signal`. Each call is held by the service, and
 * tells it that the page is still there; one that goes into the background says so.
 */
async function waitForHost(
  guest: ParticipantKey,
  dispatch: (event: SessionEvent) => void,
  signal: AbortSignal,
): Promise<WaitEnd> {
  for (let attempt = 0; ; attempt += 1) {
    const began = performance.now();
    const answer = await askOnce(guest, signal);
    if (signal.aborted) return { kind: 'stopped' };
    if (answer === 'turned') continue;
    dispatch({ kind: 'service_asked', answered: answer.kind !== 'unreachable', atMs: Date.now() });
    if (answer.kind === 'gone' || answer.kind === 'refused') return REFUSED;
    if (answer.kind !== 'ok') {
      await sleepUnlessOnline(retryDelayMs(attempt));
      continue;
    }
    attempt = 0;
    if (answer.value.state !== 'waiting') return endOf(answer.value);
    dispatch({ kind: 'waiting', needsHost: answer.value.needsHost });
    await sleep(MIN_TURN_MS - (performance.now() - began));
  }
}

/** The place of a waiting guest. */
export class HostWait {
  #place: { guest: WaitingGuest; stop: AbortController } | null = null;

  async wait(guest: WaitingGuest, dispatch: (event: SessionEvent) => void): Promise<WaitEnd> {
    const place = { guest, stop: new AbortController() };
    this.#place = place;
    dispatch({ kind: 'waiting', needsHost: guest.needsHost });
    const end = await waitForHost(guest, dispatch, place.stop.signal);
    if (this.#place === place) this.#place = null;
    return end;
  }

  /** The guest who was waiting; null if none. */
  stop(): WaitingGuest | null {
    const place = this.#place;
    this.#place = null;
    place?.stop.abort();
    return place?.guest ?? null;
  }
}

/** `turned`: the page was hidden or shown meanwhile, so the call was abandoned. */
async function askOnce(guest: ParticipantKey, signal: AbortSignal) {
  const turn = new AbortController();
  const abandon = () => turn.abort();
  document.addEventListener('visibilitychange', abandon);
  signal.addEventListener('abort', abandon);
  if (signal.aborted) abandon();
  const isHidden = document.visibilityState !== 'visible';
  const answer = await awaitAdmission(guest, isHidden, turn.signal);
  document.removeEventListener('visibilitychange', abandon);
  signal.removeEventListener('abort', abandon);
  return turn.signal.aborted && answer.kind === 'unreachable' ? ('turned' as const) : answer;
}

function endOf({ state, stateReason }: WaitingState): WaitEnd {
  if (state === 'refused' || state === 'removed') {
    const refusal = state === 'refused' ? 'declined' : 'removed';
    return { kind: 'over', event: { kind: 'over', phase: 'refused', refusal } };
  }
  if (state !== 'left') return { kind: 'admitted' };
  if (stateReason === 'meeting_ended')
    return { kind: 'over', event: { kind: 'over', phase: 'ended' } };
  return stateReason === 'link_revoked' ? REFUSED : { kind: 'knock_again' };
}
