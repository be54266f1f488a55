// The life of a transcript or a summary, A1 to A7, as one table. A0 is the meeting's creation; A3, an attempt that
// failed, moves nothing: its task is retried. `available` is final.
import type { ArtifactStatus, MeetingState } from '../../../contract/generated/api.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import { isTerminal } from '../meeting/transitions.ts';

export type ArtifactTrigger =
  'claimed' | 'done' | 'given_up' | 'never_came' | 'switched_off' | 'transcript_without_text';

export type ArtifactFacts = {
  kind: ArtifactKind;
  status: ArtifactStatus;
  meetingState: MeetingState;
  /** The transcript is available and has words; only asked for a summary. */
  transcriptHasText: boolean;
};

type ArtifactMove = {
  id: 'A1' | 'A2' | 'A4' | 'A5' | 'A6' | 'A7';
  from: readonly ArtifactStatus[];
  on: ArtifactTrigger;
  when: (facts: ArtifactFacts) => boolean;
  to: ArtifactStatus;
};

const terminal = (facts: ArtifactFacts): boolean => isTerminal(facts.meetingState);
const held = (facts: ArtifactFacts): boolean =>
  ['ending', 'ended', 'failed'].includes(facts.meetingState);
const hasItsSource = (facts: ArtifactFacts): boolean =>
  facts.kind === 'transcript' || facts.transcriptHasText;

export const artifactMoves: readonly ArtifactMove[] = [
  {
    id: 'A1',
    from: ['pending'],
    on: 'claimed',
    when: (facts) => held(facts) && hasItsSource(facts),
    to: 'processing',
  },
  { id: 'A2', from: ['processing'], on: 'done', when: terminal, to: 'available' },
  { id: 'A4', from: ['processing', 'pending'], on: 'given_up', when: terminal, to: 'available' },
  {
    id: 'A5',
    from: ['pending'],
    on: 'never_came',
    when: (facts) => facts.meetingState === 'cancelled' || facts.meetingState === 'failed',
    to: 'available',
  },
  { id: 'A6', from: ['pending'], on: 'switched_off', when: terminal, to: 'available' },
  {
    id: 'A7',
    from: ['pending'],
    on: 'transcript_without_text',
    when: (facts) => facts.kind === 'summary' && terminal(facts) && !facts.transcriptHasText,
    to: 'available',
  },
];

/** The status that follows, or null when the trigger changes nothing. Pure. */
export function decideArtifactMove(
  facts: ArtifactFacts,
  trigger: ArtifactTrigger,
): ArtifactStatus | null {
  const move = artifactMoves.find(
    (row) => row.on === trigger && row.from.includes(facts.status) && row.when(facts),
  );
  return move?.to ?? null;
}
