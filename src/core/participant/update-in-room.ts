import { findParticipant } from '../../store/participant/participant.ts';
import { findMeeting } from '../../store/meeting.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { sendableSources } from './sendable-sources.ts';
import type { Ctx } from '../context.ts';
import { MediaUnavailable } from '../ports.ts';

/**
 * The others see role and consent of somebody at once, and the media server takes what they may send. The next media
 * token says it as well.
 */
export async function updateInRoom(
  ctx: Ctx,
  meetingRef: string,
  participantRef: string,
): Promise<void> {
  const [participant, meeting] = await Promise.all([
    findParticipant(ctx.db, participantRef),
    findMeeting(ctx.db, meetingRef),
  ]);
  if (!participant || !meeting) return;
  const { role, consent, can_subscribe: subscribes } = participant;
  const sends = sendableSources(participant, effectiveOptions(meeting, ctx.settings));
  try {
    await ctx.media.updateParticipant(meetingRef, participantRef, {
      role,
      consent,
      sends,
      subscribes,
    });
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    ctx.log.warn('a change of a participant has not reached the room', {
      component: 'media',
      meetingRef,
      participantRef,
      error,
    });
  }
}
