// A guest's requests to the service during the meeting. The service decides who is a host; the page only offers the
// buttons.
import { retryDelayMs, sleepUnlessOnline } from '../connection/backoff.ts';
import {
  type Answer,
  answerConsent,
  type HostAction,
  moderateMeeting,
  raiseHand,
  watchWaitingRoom,
} from './guest-api.ts';
import type { ParticipantKey } from './guest-link.ts';
import type { SessionEvent } from './session-types.ts';

export class MeetingActions {
  readonly #key: () => ParticipantKey | null;
  readonly #dispatch: (event: SessionEvent) => void;
  #watch: AbortController | null = null;

  constructor(key: () => ParticipantKey | null, dispatch: (event: SessionEvent) => void) {
    this.#key = key;
    this.#dispatch = dispatch;
  }

  async act(action: HostAction): Promise<void> {
    await this.#ask((key) => moderateMeeting(key, action));
  }

  /** Admits people in the order in which they asked. If the `last` one finds no place, the host is told. */
  async admitAll(last: string | undefined): Promise<void> {
    const isDone = await this.#ask((key) => moderateMeeting(key, { operation: 'admitAll' }));
    if (isDone && last !== undefined)
      await this.act({ operation: 'admitParticipant', participantRef: last });
  }

  /** Whether what this guest says may be transcribed, from now on. */
  async answerConsent(consent: 'given' | 'declined'): Promise<void> {
    await this.#ask((key) => answerConsent(key, consent));
  }

  async raiseHand(raised: boolean): Promise<void> {
    await this.#ask((key) => raiseHand(key, raised));
  }

  /** A host prevents this guest from turning that on. */
  sayLocked(): void {
    this.#dispatch({ kind: 'host_notice', notice: 'locked_by_host', atMs: Date.now() });
  }

  /** Resolves to whether the call succeeded; if not, the host is told. */
  async #ask(call: (key: ParticipantKey) => Promise<Answer<unknown>>): Promise<boolean> {
    const key = this.#key();
    const answer = key && (await call(key));
    if (answer?.kind === 'ok') return true;
    const notice = answer?.kind === 'full' ? 'meeting_full' : 'host_action_failed';
    this.#dispatch({ kind: 'host_notice', notice, atMs: Date.now() });
    return false;
  }

  /** Watches the waiting people while this guest is a host. */
  watch(isHost: boolean): void {
    if (isHost === (this.#watch !== null)) return;
    this.#watch?.abort();
    this.#watch = isHost ? new AbortController() : null;
    if (this.#watch) void this.#keepWatching(this.#watch.signal);
    else this.#dispatch({ kind: 'waiting_room', room: null, atMs: Date.now() });
  }

  async #keepWatching(signal: AbortSignal): Promise<void> {
    let known: string | undefined;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const key = this.#key();
      const answer = key && (await watchWaitingRoom(key, known, signal));
      if (signal.aborted) return;
      if (answer?.kind === 'ok') {
        attempt = 0;
        if (known === answer.value.version) continue;
        known = answer.value.version;
        this.#dispatch({ kind: 'waiting_room', room: answer.value, atMs: Date.now() });
      } else await sleepUnlessOnline(retryDelayMs(attempt));
    }
  }
}
