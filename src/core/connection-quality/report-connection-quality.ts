import type { Presence } from '../../../contract/generated/guest-api.ts';
import { findMeeting } from '../../store/meeting.ts';
import { addConnectionReport } from '../../store/participant/connection-quality.ts';
import type { Ctx } from '../context.ts';
import { type ParticipantProof, provenParticipant } from '../participant/proven-participant.ts';
import { Problem } from '../problem.ts';
import type { ConnectionMeasures } from './connection-quality.ts';

/**
 * Stores what a page measured since its last report. A report whose answer was lost may be counted twice.
 * Problem guest_link_not_usable, also for someone who was never let in.
 */
export async function reportConnectionQuality(
  ctx: Ctx,
  proof: ParticipantProof,
  measures: ConnectionMeasures,
): Promise<Presence> {
  const participant = await provenParticipant(ctx, proof);
  const meeting = await findMeeting(ctx.db, participant.meeting_ref);
  if (!meeting || participant.admitted_at === null) throw new Problem('guest_link_not_usable');
  await addConnectionReport(ctx.db, {
    participant_ref: participant.participant_ref,
    transport: measures.transport,
    reconnections: measures.reconnections,
    sent_packets: measures.sent.packets,
    sent_lost: measures.sent.lost,
    received_packets: measures.received.packets,
    received_lost: measures.received.lost,
    max_jitter_ms: measures.jitterMs,
    max_round_trip_ms: measures.roundTripMs,
    reported_at: ctx.clock.now(),
  });
  return { meetingState: meeting.state };
}
