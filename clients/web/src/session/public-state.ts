import type { Phase, SessionState } from './session-types.ts';

export type PublicState = Phase | 'declined' | 'removed' | 'locked';

/** What `data-parley-state` and the page around a frame are told. */
export function publicState({ phase, error, refusal }: SessionState): PublicState {
  if (phase === 'error' && error === 'locked') return 'locked';
  const byHost = refusal === 'declined' || refusal === 'removed';
  return phase === 'refused' && byHost ? refusal : phase;
}

export function isHost({ people }: SessionState): boolean {
  return people.some((person) => person.isSelf && person.isHost);
}
