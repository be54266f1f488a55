import type { ComponentChildren } from 'preact';
import type {
  ArtifactReason,
  ArtifactResult,
  ArtifactStatus,
} from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { wordsFor } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import type { Loaded } from '../session/use-loaded.ts';

type Artifact = { status: ArtifactStatus; result: ArtifactResult | null; reason: ArtifactReason };
type Props<T> = {
  name: 'transcript' | 'summary';
  /** null: the key lacks `scope`. */
  result: Loaded<T> | null;
  scope: string;
  /** Why none will be written; null when one will. */
  off: ArtifactReason;
  children: (artifact: T) => ComponentChildren;
};

/** A transcript or a summary, or why it cannot be shown. */
export function ArtifactPane<T extends Artifact>({ name, result, scope, off, children }: Props<T>) {
  return (
    <section class="card pane" aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{texts.meeting[name]}</h2>
      {result === null ? (
        <LacksScope scope={scope} />
      ) : (
        <>
          <FaultNotice fault={result.fault} retry={result.reload} />
          {result.value !== null && (
            <>
              <ArtifactNote artifact={foreseen(result.value, off)} />
              {children(result.value)}
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The service says what is missing when the meeting is over. A reader should not wait for it until then. */
function foreseen(artifact: Artifact, off: ArtifactReason): Artifact {
  return artifact.status === 'pending' && off !== null
    ? { status: 'available', result: 'empty', reason: off }
    : artifact;
}

/** Why a transcript or summary is incomplete; nothing when it is complete. */
function ArtifactNote({ artifact }: { artifact: Artifact }) {
  const { status, result, reason } = artifact;
  const sentence =
    status === 'available'
      ? { complete: null, ...texts.meeting }[result ?? 'complete']
      : texts.meeting[status];
  if (sentence === null) return null;
  return (
    <div class="quiet">
      <p>{sentence}</p>
      {reason !== null && <p class="small">{wordsFor(reason)}</p>}
    </div>
  );
}
