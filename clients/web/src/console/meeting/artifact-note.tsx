import type {
  ArtifactReason,
  ArtifactResult,
  ArtifactStatus,
} from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';

type Artifact = { status: ArtifactStatus; result: ArtifactResult | null; reason: ArtifactReason };

/** Why there is not all of a transcript or a summary; nothing when there is. */
export function ArtifactNote({ artifact }: { artifact: Artifact }) {
  const { status, result, reason } = artifact;
  const sentence =
    status === 'available'
      ? { complete: null, ...texts.meeting }[result ?? 'complete']
      : texts.meeting[status];
  if (sentence === null) return null;
  return (
    <p class="quiet">
      {sentence} {reason !== null && <code>{reason}</code>}
    </p>
  );
}
