import type { Summary } from '../../../contract/generated/api.ts';
import type { ArtifactRow } from '../../store/artifact.ts';
import { emptySummary, type SummaryBody } from '../artifact/empty-content.ts';
import { type ArtifactReading, readArtifact } from '../artifact/read-artifact.ts';
import type { Actor, Ctx } from '../context.ts';

type SummaryReading = Omit<ArtifactReading, 'artifact'> & { summary: Summary };

/** The summary's status and, once it is available, its content. Problems: those of `readArtifact`. */
export async function readSummary(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string },
): Promise<SummaryReading> {
  const { artifact, version, pollSeconds } = await readArtifact(ctx, {
    ...request,
    kind: 'summary',
  });
  return { summary: toSummary(artifact), version, pollSeconds };
}

function toSummary(row: ArtifactRow): Summary {
  const content = {
    ...emptySummary(),
    ...(row.status === 'available' && (row.content as Partial<SummaryBody> | null)),
  };
  return {
    meetingRef: row.meeting_ref,
    status: row.status,
    result: row.result,
    reason: row.reason,
    availableAt: row.available_at?.toISOString() ?? null,
    languageCode: content.languageCode,
    overview: content.overview,
    keyPoints: content.keyPoints,
    decisions: content.decisions,
    actionItems: content.actionItems,
    topics: content.topics,
    generator: content.generator,
  };
}
