import type { Transcript } from '../../../contract/generated/api.ts';
import type { ArtifactRow } from '../../store/artifact.ts';
import { emptyTranscript, type TranscriptContent } from '../artifact/empty-content.ts';
import { type ArtifactReading, readArtifact } from '../artifact/read-artifact.ts';
import type { Actor, Ctx } from '../context.ts';

export type TranscriptReading = Omit<ArtifactReading, 'artifact'> & { transcript: Transcript };

/** The transcript's status and, once it is available, what was said. Problems: those of `readArtifact`. */
export async function readTranscript(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string },
): Promise<TranscriptReading> {
  const { artifact, version, pollSeconds } = await readArtifact(ctx, {
    ...request,
    kind: 'transcript',
  });
  return { transcript: toTranscript(artifact), version, pollSeconds };
}

function toTranscript(row: ArtifactRow): Transcript {
  const isAvailable = row.status === 'available';
  const content = {
    ...emptyTranscript(isAvailable ? 0 : null),
    ...(isAvailable && (row.content as Partial<TranscriptContent> | null)),
  };
  return {
    meetingRef: row.meeting_ref,
    status: row.status,
    result: row.result,
    reason: row.reason,
    availableAt: row.available_at?.toISOString() ?? null,
    languageCode: content.languageCode,
    durationMs: content.durationMs,
    engine: content.engine,
    speakers: content.speakers,
    segments: content.segments,
    gaps: content.gaps,
  };
}
