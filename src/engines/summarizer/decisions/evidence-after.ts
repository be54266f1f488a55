// Signs of a decision in what is said after it.
import { overlap } from '../text/content-words.ts';
import type { DecisionCandidate } from './decision-candidates.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

const NEAR_SENTENCES = 10;
const LATER_SENTENCES = 60;
const RESTATED = 0.5;
const CLOSES =
  /\b(?:okay|ok|alright|all right|then|fine|good|great|perfect|agreed|deal|done|in that case|right|settled|so)\b/i;
const NEW_TOPIC =
  /\b(?:next|anything else|what else|moving on|move on|last (?:thing|item|point)|one more|second(?:ly)?|third(?:ly)?|another thing|what about|how about|now,? the|and the)\b/i;

export function laterEvidence(candidate: DecisionCandidate, acts: readonly SpeechAct[]): string[] {
  const facts = factsOf(candidate, acts);
  return Object.keys(LATER_SIGNS).filter((name) => LATER_SIGNS[name]?.(facts));
}

type Facts = ReturnType<typeof factsOf>;

const LATER_SIGNS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'next turn agrees': ({ next }) => next.slice(0, 2).some((other) => other.agrees),
  'next turn settles': ({ next }) => next.some((other) => other.settles),
  'two agree': ({ agreeing }) => agreeing > 1,
  'agreed later': ({ next, agreeing }) => agreeing > 0 && !next.some((other) => other.agrees),
  refused: ({ next }) => next.some((other) => other.refuses),
  'doubted later': ({ next, others }) =>
    others.some((other) => other.refuses) && !next.some((other) => other.refuses),
  'answered by a question': ({ next }) =>
    next.slice(0, 1).some((other) => other.sentence.isQuestion),
  'answered at length': ({ next }) =>
    next.reduce((sum, other) => sum + other.sentence.words.length, 0) > 12,
  'answered by but': ({ next }) =>
    next.some(
      (other) => /\bbut\b/.test(other.sentence.lead) || /^but\b/i.test(other.sentence.text),
    ),
  'next turn commits': ({ next }) => next.some((other) => other.commits),
  'commits in the same turn': ({ rest }) => rest.some((other) => other.commits),
  'asks in the same turn': ({ rest }) => rest.some((other) => other.sentence.isQuestion),
  'postponed after': ({ near }) => near.some((other) => other.postpones),
  'said again': ({ words, others }) =>
    others.some((other) => overlap(words, other.words) >= RESTATED && other.words.length > 0),
  'said again, closing': ({ words, near }) =>
    near.some(
      (other) =>
        overlap(words, other.words) >= RESTATED &&
        other.words.length > 0 &&
        CLOSES.test(`${other.sentence.lead} ${other.sentence.text}`),
    ),
  'new topic after': ({ rest, next }) =>
    [...rest, ...next].some((other) =>
      NEW_TOPIC.test(`${other.sentence.lead} ${other.sentence.text}`),
    ),
  'end of the meeting': ({ after }) => after.length === 0,
  'echoed next': ({ words, speakerRef, next }) =>
    next
      .slice(0, 2)
      .some((other) => other.sentence.speakerRef !== speakerRef && echoes(words, other)),
  'last word': ({ words, turn, after }) =>
    !after.some(
      (other) =>
        other.sentence.turn > turn &&
        !other.agrees &&
        !other.commits &&
        overlap(words, other.words) >= RESTATED,
    ),
  thanked: ({ next }) => next.some((other) => /\bthank/i.test(other.sentence.text)),
  'settled by pointing back': ({ near }) =>
    near.some((other) => other.form === 'points back' && other.pointsBack),
  'promise after': ({ near }) => near.slice(0, 8).some((other) => other.commits),
  'ends its turn': ({ acts, index, turn, after }) =>
    after[0]?.sentence.turn !== turn && acts[index - 1]?.sentence.turn === turn,
  'spoken of later': ({ words, acts, index }) =>
    words.length > 1 &&
    spokenOf(words, acts.slice(index + NEAR_SENTENCES, index + LATER_SENTENCES)),
};

function factsOf({ act, words }: DecisionCandidate, acts: readonly SpeechAct[]) {
  const { index, turn, speakerRef } = act.sentence;
  const after = acts.slice(index + 1, index + 1 + NEAR_SENTENCES);
  const next = after.filter((other) => other.sentence.turn === turn + 1).slice(0, 3);
  const near = after.filter((other) => other.sentence.turn <= turn + 3);
  const others = near.filter((other) => other.sentence.speakerRef !== speakerRef);
  const rest = after.filter((other) => other.sentence.turn === turn);
  const agreeing = new Set(
    others.filter((other) => other.agrees).map((other) => other.sentence.speakerRef),
  ).size;
  return { words, acts, index, turn, speakerRef, after, next, near, others, rest, agreeing };
}

function spokenOf(words: readonly string[], acts: readonly SpeechAct[]): boolean {
  return acts.some((other) => other.words.length > 0 && overlap(other.words, words) >= RESTATED);
}

/** A short answer that takes up the words: `box okay`, `the second, got it`. */
function echoes(words: readonly string[], other: SpeechAct): boolean {
  return (
    other.sentence.words.length <= 7 &&
    other.words.some((word) => words.includes(word)) &&
    !other.refuses &&
    !other.sentence.isQuestion
  );
}
