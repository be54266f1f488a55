// Signs of a decision in what is said before it.
import { overlap } from '../text/content-words.ts';
import type { DecisionCandidate } from './decision-candidates.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

const REACH_SENTENCES = 12;
const RESTATED = 0.5;
const SHORT_MEETING_SENTENCES = 12;

export function earlierEvidence(
  { act, words, source }: DecisionCandidate,
  acts: readonly SpeechAct[],
): string[] {
  const { index, turn, speakerRef } = act.sentence;
  const before = acts.slice(Math.max(0, index - REACH_SENTENCES), index);
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const near = before.filter((other) => turn - other.sentence.turn <= 5 && other !== source);
  const previous = near.filter((other) => other.sentence.turn === turn - 1);
  const held =
    source === act
      ? near.filter((other) => other.words.length > 0 && overlap(words, other.words) >= RESTATED)
      : [];
  sign('said before', held.length > 0);
  sign(
    'said before by another',
    held.some((other) => other.sentence.speakerRef !== speakerRef),
  );
  sign(
    'asked before',
    held.some((other) => other.sentence.isQuestion),
  );
  sign(
    'proposed before',
    held.some(
      (other) => other.form === 'asks' || other.form === 'proposes' || other.form === 'lets',
    ),
  );
  sign(
    'picks one of two',
    near.some(
      (other) =>
        /\bor\b/.test(other.sentence.text) &&
        other.sentence.turn !== turn &&
        words.some((word) => other.words.includes(word)),
    ),
  );
  sign('answers a question', previous.at(-1)?.sentence.isQuestion === true);
  sign(
    'answers what if',
    previous.some(
      (other) =>
        other.sentence.isQuestion &&
        /\b(?:if|what happens|in case|suppose)\b/i.test(other.sentence.text),
    ),
  );
  sign(
    'answers a proposal',
    previous.some((other) => other.form === 'asks' || other.form === 'proposes'),
  );
  sign(
    'agreed before',
    near.some(
      (other) =>
        turn - other.sentence.turn <= 2 &&
        turn !== other.sentence.turn &&
        other.agrees &&
        other.sentence.speakerRef !== speakerRef,
    ),
  );
  sign(
    'settled before',
    near.some(
      (other) => turn - other.sentence.turn <= 2 && turn !== other.sentence.turn && other.settles,
    ),
  );
  sign(
    'nods first',
    before.at(-1)?.sentence.turn === turn &&
      before.at(-1)?.agrees === true &&
      (before.at(-1)?.sentence.words.length ?? 0) <= 4,
  );
  sign(
    'doubted before',
    near.some((other) => other.refuses && turn - other.sentence.turn <= 2),
  );
  sign(
    'discussed',
    near.filter((other) => ['asks', 'proposes', 'lets', 'wonders'].includes(other.form)).length > 1,
  );
  sign('start of the meeting', index < 4 && acts.length > SHORT_MEETING_SENTENCES);
  return signs;
}
