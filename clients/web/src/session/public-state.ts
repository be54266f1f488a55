import type { Phase, SessionEvent, SessionState } from './session-types.ts';

export type PublicState = Phase | 'declined' | 'removed' | 'locked';

/** What `data-parley-state` and the page around a frame see. */
export function publicState({ phase, error, refusal }: SessionState): PublicState {
  if (phase === 'error' && error === 'locked') return 'locked';
  const byHost = refusal === 'declined' || refusal === 'removed';
  return phase === 'refused' && byHost ? refusal : phase;
}

export function isHost({ people }: SessionState): boolean {
  return people.some((person) => person.isSelf && person.isHost);
}

const KEEPS_LINK: ReadonlySet<string | undefined> = new Set(['shut_out', 'declined', 'removed']);

/** Leaving, or being removed, does not mean that the link is invalid. */
export function endsLink(event: SessionEvent): boolean {
  return event.kind === 'over' && event.phase !== 'left' && !KEEPS_LINK.has(event.refusal);
}
