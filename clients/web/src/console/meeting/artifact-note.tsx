import type {
  ArtifactReason,
  ArtifactResult,
  ArtifactStatus,
} from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';

type Artifact = { status: ArtifactStatus; result: ArtifactResult | null; reason: ArtifactReason };

/** Why a transcript or summary is incomplete; nothing when it is complete. */
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
