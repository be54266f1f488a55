import type { ParticipantRow } from '../../store/participant.ts';

/** Whether the person left at `at` or later, or may have: the media server tells whole seconds, rounded down. */
export function leftSince({ left_at }: Pick<ParticipantRow, 'left_at'>, at: Date): boolean {
  return left_at !== null && left_at.getTime() >= Math.floor(at.getTime() / 1000) * 1000;
}
