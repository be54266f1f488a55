import type { Answer } from './guest-api.ts';
import type { SessionEvent } from './session-types.ts';

/** What a refusal to open the lobby or admit the guest means for the session. */
export function eventOfFailure(kind: Exclude<Answer<unknown>['kind'], 'ok'>): SessionEvent {
  if (kind === 'removed') return { kind: 'over', phase: 'refused', refusal: 'removed' };
  if (kind === 'gone' || kind === 'refused') return { kind: 'over', phase: 'refused' };
  return { kind: 'failed', error: kind };
}

/** Failures after which the lobby is useless; after others, the guest may try again from there. */
export function isFinal(kind: Answer<unknown>['kind']): kind is FinalKind {
  return FINAL.some((one) => one === kind);
}

const FINAL = ['gone', 'removed', 'full', 'locked'] as const;
type FinalKind = (typeof FINAL)[number];
