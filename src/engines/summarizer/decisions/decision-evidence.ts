import type { DecisionCandidate } from './decision-candidates.ts';
import { laterEvidence } from './evidence-after.ts';
import { earlierEvidence } from './evidence-before.ts';
import { ownEvidence } from './evidence-in-words.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

/** Signs for and against a decision; each has one weight in `decision-weights.ts`. */
export function evidenceFor(
  candidate: DecisionCandidate,
  acts: readonly SpeechAct[],
  chair: string | null,
): string[] {
  const { act, source } = candidate;
  const own = ownEvidence(candidate);
  const later = laterEvidence(candidate, acts);
  const earlier = earlierEvidence(candidate, acts);
  const closing = own.includes('lead: closes') || own.includes('ends with then');
  const form = source === act ? act.form : `back to ${source.form}`;
  const evidence = [`form: ${form}`, ...own, ...earlier, ...later];
  if (act.sentence.speakerRef === chair) evidence.push('by the chair');
  const answered = later.some(
    (sign) => sign === 'next turn agrees' || sign === 'next turn settles',
  );
  if (closing) evidence.push(`${form} + closes`);
  if (answered) evidence.push(`${form} + agreed next`);
  if (later.includes('agreed later') && (act.form === 'asks' || act.form === 'proposes'))
    evidence.push(`${form} + agreed later`);
  if (later.includes('echoed next') && (act.form === 'asks' || act.form === 'proposes'))
    evidence.push('asked + echoed');
  if (closing && answered) evidence.push('closes + agreed next');
  if (earlier.includes('said before'))
    evidence.push(...(closing ? ['said before + closes'] : []), `${form} + said before`);
  return evidence;
}
