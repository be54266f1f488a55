import type { Answer } from './guest-api.ts';
import type { SessionEvent } from './session-types.ts';

/** What it means for the session that the service did not open the lobby or let the guest in. */
export function eventOfFailure(kind: Exclude<Answer<unknown>['kind'], 'ok'>): SessionEvent {
  if (kind === 'removed') return { kind: 'over', phase: 'refused', refusal: 'removed' };
  if (kind === 'gone' || kind === 'refused') return { kind: 'over', phase: 'refused' };
  return { kind: 'failed', error: kind };
}

/** Failures after which the lobby is of no use, unlike those that the guest may try again from there. */
export function isFinal(kind: Answer<unknown>['kind']): kind is FinalKind {
  return FINAL.some((one) => one === kind);
}

const FINAL = ['gone', 'removed', 'full', 'locked'] as const;
type FinalKind = (typeof FINAL)[number];
