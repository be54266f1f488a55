import { findArtifact, markProcessing } from '../../store/artifact.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { transcriptHasText } from './settle-artifact.ts';
import { decideArtifactMove } from './transitions.ts';

/**
 * A1. True when the artifact is now being processed, or was already; false when there is nothing
 * to process.
 */
export async function startArtifact(
  ctx: Ctx,
  input: { meetingRef: string; kind: ArtifactKind },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, input.meetingRef);
    const artifact = await findArtifact(tx.db, input.meetingRef, input.kind);
    if (!meeting || !artifact) return false;
    if (artifact.status === 'processing') return true;
    const facts = {
      kind: input.kind,
      status: artifact.status,
      meetingState: meeting.state,
      transcriptHasText: await transcriptHasText(tx, input.meetingRef, input.kind),
    };
    if (decideArtifactMove(facts, 'claimed') !== 'processing') return false;
    await markProcessing(tx.db, input.meetingRef, input.kind);
    await notify(tx.db, { topic: 'artifact', ref: input.meetingRef });
    return true;
  });
}
