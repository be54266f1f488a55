import type { MeetingState } from '../../../contract/generated/api.ts';

/** Whether a meeting in this state lets guests in and takes new guest links. */
export function acceptsGuests(state: MeetingState): boolean {
  return state === 'created' || state === 'in_progress';
}
