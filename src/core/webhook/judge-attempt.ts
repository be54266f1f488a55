import type { WebhookDelivery } from '../../../contract/generated/api.ts';
import type { PostOutcome } from '../ports.ts';

export type AttemptVerdict = {
  status: WebhookDelivery['status'];
  /** As named in the contract. */
  result: string;
  nextAttemptAt: Date | null;
  /** The receiver asked never to be called again. */
  disables: boolean;
};

/**
 * The outcome of attempt number `attempt`. `answer` is null when the webhook was disabled and
 * nothing was sent. A test is tried once. `isMoved`: the webhook has another URL by now, so a 410
 * says nothing about it.
 */
export function judgeAttempt(
  answer: PostOutcome | null,
  facts: { attempt: number; isTest: boolean; isMoved: boolean; now: Date },
): AttemptVerdict {
  const over = { nextAttemptAt: null, disables: false };
  if (answer === null) return { ...over, status: 'failed', result: 'disabled' };
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300)
    return { ...over, status: 'delivered', result: 'delivered' };
  const result = resultOf(answer);
  if (answer.kind === 'answered' && answer.status === 410 && !facts.isMoved)
    return { ...over, status: 'failed', result, disables: true };
  const next = facts.isTest ? null : nextAttemptAt(facts.now, facts.attempt, askedWaitMs(answer));
  return { status: next ? 'pending' : 'failed', result, nextAttemptAt: next, disables: false };
}

/** Retry-After counts where it says when the receiver will take calls again. */
function askedWaitMs(answer: PostOutcome): number | null {
  return answer.kind === 'answered' && (answer.status === 429 || answer.status === 503)
    ? answer.retryAfterMs
    : null;
}

function resultOf(answer: PostOutcome): string {
  if (answer.kind === 'failed') return answer.reason;
  return answer.status >= 300 && answer.status < 400 ? 'redirected' : 'refused';
}

/** Seconds between one attempt and the next; the first is made at once. Source: Standard Webhooks. */
const WAITS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const MAX_WAIT_SECONDS = Math.max(...WAITS_SECONDS);
const MAX_JITTER = 0.1;

/** Attempts at an earlier event for which a later one of the same meeting waits. */
export const ATTEMPTS_IN_ORDER = 2;

/**
 * When the next attempt is due after the failed attempt number `attempt`, up to a tenth later than
 * planned; null: none is left.
 * A receiver may ask for a longer wait than the plan's next one, but not beyond the plan's longest.
 */
function nextAttemptAt(failedAt: Date, attempt: number, askedMs: number | null): Date | null {
  const planned = WAITS_SECONDS[attempt - 1];
  if (planned === undefined) return null;
  const seconds = Math.max(planned, Math.min((askedMs ?? 0) / 1000, MAX_WAIT_SECONDS));
  const jitter = 1 + MAX_JITTER * Math.random();
  return new Date(failedAt.getTime() + Math.round(seconds * 1000 * jitter));
}
