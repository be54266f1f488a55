// Signs of a decision in what is said before it.
import { overlap } from '../text/content-words.ts';
import type { DecisionCandidate } from './decision-candidates.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

const REACH_SENTENCES = 12;
const RESTATED = 0.5;
const SHORT_MEETING_SENTENCES = 12;

export function earlierEvidence(
  candidate: DecisionCandidate,
  acts: readonly SpeechAct[],
): string[] {
  const facts = factsOf(candidate, acts);
  return Object.keys(EARLIER_SIGNS).filter((name) => EARLIER_SIGNS[name]?.(facts));
}

type Facts = ReturnType<typeof factsOf>;

const EARLIER_SIGNS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'said before': ({ held }) => held.length > 0,
  'said before by another': ({ speakerRef, held }) =>
    held.some((other) => other.sentence.speakerRef !== speakerRef),
  'asked before': ({ held }) => held.some((other) => other.sentence.isQuestion),
  'proposed before': ({ held }) =>
    held.some(
      (other) => other.form === 'asks' || other.form === 'proposes' || other.form === 'lets',
    ),
  'picks one of two': ({ words, turn, near }) =>
    near.some(
      (other) =>
        /\bor\b/.test(other.sentence.text) &&
        other.sentence.turn !== turn &&
        words.some((word) => other.words.includes(word)),
    ),
  'answers a question': ({ previous }) => previous.at(-1)?.sentence.isQuestion === true,
  'answers what if': ({ previous }) =>
    previous.some(
      (other) =>
        other.sentence.isQuestion &&
        /\b(?:if|what happens|in case|suppose)\b/i.test(other.sentence.text),
    ),
  'answers a proposal': ({ previous }) =>
    previous.some((other) => other.form === 'asks' || other.form === 'proposes'),
  'agreed before': ({ turn, speakerRef, near }) =>
    near.some(
      (other) =>
        turn - other.sentence.turn <= 2 &&
        turn !== other.sentence.turn &&
        other.agrees &&
        other.sentence.speakerRef !== speakerRef,
    ),
  'settled before': ({ turn, near }) =>
    near.some(
      (other) => turn - other.sentence.turn <= 2 && turn !== other.sentence.turn && other.settles,
    ),
  'nods first': ({ turn, before }) =>
    before.at(-1)?.sentence.turn === turn &&
    before.at(-1)?.agrees === true &&
    (before.at(-1)?.sentence.words.length ?? 0) <= 4,
  'doubted before': ({ turn, near }) =>
    near.some((other) => other.refuses && turn - other.sentence.turn <= 2),
  discussed: ({ near }) =>
    near.filter((other) => ['asks', 'proposes', 'lets', 'wonders'].includes(other.form)).length > 1,
  'start of the meeting': ({ acts, index }) => index < 4 && acts.length > SHORT_MEETING_SENTENCES,
};

function factsOf({ act, words, source }: DecisionCandidate, acts: readonly SpeechAct[]) {
  const { index, turn, speakerRef } = act.sentence;
  const before = acts.slice(Math.max(0, index - REACH_SENTENCES), index);
  const near = before.filter((other) => turn - other.sentence.turn <= 5 && other !== source);
  const previous = near.filter((other) => other.sentence.turn === turn - 1);
  const held =
    source === act
      ? near.filter((other) => other.words.length > 0 && overlap(words, other.words) >= RESTATED)
      : [];
  return { words, acts, index, turn, speakerRef, before, near, previous, held };
}
