import { findParticipant, type ParticipantRow } from '../../store/participant.ts';
import type { Ctx } from '../context.ts';
import { isParticipantSecret } from '../guest-link/link-secret.ts';
import { Problem } from '../problem.ts';

export type ParticipantProof = { participantRef: string; participantSecret: string };

/** The participant whose page this is. Problem guest_link_not_usable when unknown or not proven. */
export async function provenParticipant(
  ctx: Ctx,
  proof: ParticipantProof,
): Promise<ParticipantRow> {
  const participant = await findParticipant(ctx.db, proof.participantRef);
  const proven =
    participant &&
    isParticipantSecret(
      ctx.linkKeys,
      participant.participant_ref,
      participant.link_key_id,
      proof.participantSecret,
    );
  if (!proven) throw new Problem('guest_link_not_usable');
  return participant;
}
