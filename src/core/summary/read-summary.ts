import type { Summary } from '../../../contract/generated/api.ts';
import type { ArtifactRow } from '../../store/artifact.ts';
import { type ArtifactReading, readArtifact } from '../artifact/read-artifact.ts';
import type { Actor, Ctx } from '../context.ts';

type Content = Pick<Summary, 'languageCode' | 'overview' | 'keyPoints' | 'decisions' | 'actionItems' | 'topics' | 'generator'>;
export type SummaryReading = Omit<ArtifactReading, 'artifact'> & { summary: Summary };

const EMPTY: Content = { languageCode: null, overview: null, keyPoints: [], decisions: [], actionItems: [], topics: [], generator: null };

/** How far the summary is and, once it is available, what it says. Problems: meeting_not_found. */
export async function readSummary(ctx: Ctx, request: { actor: Actor; meetingRef: string }): Promise<SummaryReading> {
  const { artifact, version, pollSeconds } = await readArtifact(ctx, { ...request, kind: 'summary' });
  return { summary: toSummary(artifact), version, pollSeconds };
}

function toSummary(row: ArtifactRow): Summary {
  const content = row.status === 'available' ? { ...EMPTY, ...(row.content as Partial<Content> | null) } : EMPTY;
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
