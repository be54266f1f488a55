import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { renewAdmission } from '../session/guest-api.ts';
import { renewalDelayMs } from './backoff.ts';

const RETRY_MS = 15_000;

type RenewalEvents = {
  onRenewed(admission: Admission): void;
  onGone(meetingState: string | null): void;
};

/**
 * Requests a new token before the last one expires. livekit-client gets its own from the media
 * server; ours are for a new connection.
 */
export class TokenRenewal {
  readonly #events: RenewalEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: RenewalEvents) {
    this.#events = events;
  }

  schedule(admission: Admission): void {
    this.#renewIn(renewalDelayMs(admission.mediaTokenExpiresAt, Date.now()), admission);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #renewIn(delayMs: number, admission: Admission): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#renew(admission), delayMs);
  }

  async #renew(admission: Admission): Promise<void> {
    const timer = this.#timer;
    const answer = await renewAdmission(admission);
    // Stopped meanwhile, or scheduled again by a new connection.
    if (this.#timer !== timer) return;
    if (answer.kind === 'gone') return this.#events.onGone(answer.meetingState);
    if (answer.kind !== 'ok') return this.#renewIn(RETRY_MS, admission);
    this.#events.onRenewed(answer.value);
    this.schedule(answer.value);
  }
}
