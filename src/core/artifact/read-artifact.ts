import { type ArtifactRow, findArtifact } from '../../store/artifact.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import type { Actor, Ctx } from '../context.ts';
import { artifactPollSeconds } from '../meeting/poll-seconds.ts';
import { tenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';

/** `version` grows with each change. `pollSeconds`: when to look again; null when the artifact is available. */
export type ArtifactReading = {
  artifact: ArtifactRow;
  version: number;
  pollSeconds: number | null;
};

/** Problems: meeting_not_found, content_expired. */
export async function readArtifact(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string; kind: ArtifactKind },
): Promise<ArtifactReading> {
  const meeting = await tenantMeeting(ctx, request);
  const artifact = await findArtifact(ctx.db, request.meetingRef, request.kind);
  // Without one, the meeting was deleted a moment ago.
  if (!artifact || artifact.expired_at !== null) throw new Problem('content_expired');
  const pollSeconds =
    artifact.status === 'available' ? null : artifactPollSeconds(meeting, ctx.clock.now());
  return { artifact, version: artifact.version, pollSeconds };
}
