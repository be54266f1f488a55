// Precision and recall of a summary against a meeting of the AMI or ICSI corpus.
import type { SummaryContent } from '../../../core/ports.ts';
import type { EvidencedItem, RealMeeting } from '../training/real-meetings.ts';
import type { Count } from './score-summary.ts';

export type RealScore = {
  decisions: Count;
  actionItems: Count;
  /** Of the right action items with a known owner, those shown with one of the owners. */
  owners: Count;
  /** ICSI: decisions and action items against one list, since the corpus does not distinguish them. */
  either: Count;
  /** Sentences of the annotator's abstract that a key point matches. */
  keyPoints: Count;
};

type Shown = { segmentRefs: readonly string[] };

const NONE: Count = { right: 0, shown: 0, wanted: 0 };

/** An item is right if it shares a segment with the evidence; one item matches one annotation. */
export function scoreRealSummary(meeting: RealMeeting, summary: SummaryContent): RealScore {
  const { abstract, decisions, actionItems, decisionsAndTasks } = meeting.annotations;
  const pairs = pairByEvidence(actionItems ?? [], summary.actionItems);
  const owned = pairs.filter(({ wanted }) => wanted.owners.length > 0);
  const right = owned.filter(({ wanted, shown }) =>
    wanted.owners.includes(shown.ownerDisplayName ?? ''),
  );
  return {
    decisions: countOf(decisions, summary.decisions),
    actionItems: countOf(actionItems, summary.actionItems),
    owners: { right: right.length, shown: owned.length, wanted: owned.length },
    either: countOf(decisionsAndTasks, [...summary.decisions, ...summary.actionItems]),
    keyPoints: countOf(abstract, summary.keyPoints),
  };
}

function countOf(
  wanted: readonly EvidencedItem[] | null | undefined,
  shown: readonly Shown[],
): Count {
  if (wanted === null || wanted === undefined) return NONE;
  const pairs = pairByEvidence(wanted, shown);
  return { right: pairs.length, shown: shown.length, wanted: wanted.length };
}

function pairByEvidence<Wanted extends EvidencedItem, Item extends Shown>(
  wanted: readonly Wanted[],
  shown: readonly Item[],
): { wanted: Wanted; shown: Item }[] {
  const left = new Set(shown);
  return wanted.flatMap((one) => {
    const refs = new Set(one.evidence.map(({ segmentRef }) => segmentRef));
    const item = [...left].find(({ segmentRefs }) => segmentRefs.some((ref) => refs.has(ref)));
    if (item === undefined) return [];
    left.delete(item);
    return [{ wanted: one, shown: item }];
  });
}
