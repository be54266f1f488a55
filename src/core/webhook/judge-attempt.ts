import type { DeliveryStatus } from '../../store/schema.ts';
import type { PostOutcome } from '../ports.ts';
import { MOST_ATTEMPTS, nextAttemptAt } from './retry-plan.ts';

export type AttemptVerdict = {
  status: DeliveryStatus;
  /** As the contract names it. */
  result: string;
  nextAttemptAt: Date | null;
  /** The receiver asked never to be called again. */
  disables: boolean;
};

/**
 * What attempt number `attempt` comes to. `answer` is null when the webhook was disabled and
 * nothing was sent. A test is tried once.
 */
export function judgeAttempt(
  answer: PostOutcome | null,
  facts: { attempt: number; isTest: boolean; now: Date },
): AttemptVerdict {
  const over = { nextAttemptAt: null, disables: false };
  if (answer === null) return { ...over, status: 'failed', result: 'disabled' };
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300)
    return { ...over, status: 'delivered', result: 'delivered' };
  const result = resultOf(answer);
  if (answer.kind === 'answered' && answer.status === 410)
    return { ...over, status: 'failed', result, disables: true };
  const next =
    facts.isTest || facts.attempt >= MOST_ATTEMPTS
      ? null
      : nextAttemptAt(facts.now, facts.attempt, askedWaitMs(answer));
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
