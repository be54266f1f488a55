import type { MeetingOptions } from '../../../contract/generated/api.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import type { MediaSource } from '../ports.ts';

const SOURCES: readonly MediaSource[] = ['microphone', 'camera', 'screen'];

/** What the participant may send; the media server refuses the rest. Pure. */
export function sendableSources(
  {
    role,
    locked_sources: locked,
    can_publish: wanted,
  }: Pick<ParticipantRow, 'role' | 'locked_sources' | 'can_publish'>,
  { screenShare }: Pick<MeetingOptions, 'screenShare'>,
): MediaSource[] {
  const mayShare = screenShare === 'all' || role === 'host';
  return SOURCES.filter(
    (source) =>
      !locked.includes(source) &&
      (source !== 'screen' || mayShare) &&
      (wanted === null || wanted.includes(source)),
  );
}
