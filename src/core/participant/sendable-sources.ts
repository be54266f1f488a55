import type { MeetingOptions } from '../../../contract/generated/api.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import type { MediaSource } from '../ports.ts';

const SOURCES: readonly MediaSource[] = ['microphone', 'camera', 'screen'];

/** What the participant may send; the media server refuses the rest. Pure. */
export function sendableSources(
  { role, locked_sources: locked }: Pick<ParticipantRow, 'role' | 'locked_sources'>,
  { screenShare }: Pick<MeetingOptions, 'screenShare'>,
): MediaSource[] {
  const mayShare = screenShare === 'all' || role === 'host';
  return SOURCES.filter((source) => !locked.includes(source) && (source !== 'screen' || mayShare));
}
