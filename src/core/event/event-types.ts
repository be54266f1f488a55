import type { EventType } from '../../../contract/generated/api.ts';

/** Every type of event, in the order in which they are shown. */
export const EVENT_TYPES = [
  'meeting.state_changed',
  'transcript.available',
  'summary.available',
] as const satisfies readonly EventType[];
