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

export function laterEvidence(
  { act, words }: DecisionCandidate,
  acts: readonly SpeechAct[],
): string[] {
  const { index, turn, speakerRef } = act.sentence;
  const after = acts.slice(index + 1, index + 1 + NEAR_SENTENCES);
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const next = after.filter((other) => other.sentence.turn === turn + 1).slice(0, 3);
  const near = after.filter((other) => other.sentence.turn <= turn + 3);
  const others = near.filter((other) => other.sentence.speakerRef !== speakerRef);
  const rest = after.filter((other) => other.sentence.turn === turn);
  const agreeing = new Set(
    others.filter((other) => other.agrees).map((other) => other.sentence.speakerRef),
  ).size;
  sign(
    'next turn agrees',
    next.slice(0, 2).some((other) => other.agrees),
  );
  sign(
    'next turn settles',
    next.some((other) => other.settles),
  );
  sign('two agree', agreeing > 1);
  sign('agreed later', agreeing > 0 && !next.some((other) => other.agrees));
  sign(
    'refused',
    next.some((other) => other.refuses),
  );
  sign(
    'doubted later',
    others.some((other) => other.refuses) && !next.some((other) => other.refuses),
  );
  sign(
    'answered by a question',
    next.slice(0, 1).some((other) => other.sentence.isQuestion),
  );
  sign(
    'answered at length',
    next.reduce((sum, other) => sum + other.sentence.words.length, 0) > 12,
  );
  sign(
    'answered by but',
    next.some(
      (other) => /\bbut\b/.test(other.sentence.lead) || /^but\b/i.test(other.sentence.text),
    ),
  );
  sign(
    'next turn commits',
    next.some((other) => other.commits),
  );
  sign(
    'commits in the same turn',
    rest.some((other) => other.commits),
  );
  sign(
    'asks in the same turn',
    rest.some((other) => other.sentence.isQuestion),
  );
  sign(
    'postponed after',
    near.some((other) => other.postpones),
  );
  sign(
    'said again',
    others.some((other) => overlap(words, other.words) >= RESTATED && other.words.length > 0),
  );
  sign(
    'said again, closing',
    near.some(
      (other) =>
        overlap(words, other.words) >= RESTATED &&
        other.words.length > 0 &&
        CLOSES.test(`${other.sentence.lead} ${other.sentence.text}`),
    ),
  );
  sign(
    'new topic after',
    [...rest, ...next].some((other) =>
      NEW_TOPIC.test(`${other.sentence.lead} ${other.sentence.text}`),
    ),
  );
  sign('end of the meeting', after.length === 0);
  sign(
    'echoed next',
    next
      .slice(0, 2)
      .some((other) => other.sentence.speakerRef !== speakerRef && echoes(words, other)),
  );
  sign(
    'last word',
    !after.some(
      (other) =>
        other.sentence.turn > turn &&
        !other.agrees &&
        !other.commits &&
        overlap(words, other.words) >= RESTATED,
    ),
  );
  sign(
    'thanked',
    next.some((other) => /\bthank/i.test(other.sentence.text)),
  );
  sign(
    'settled by pointing back',
    near.some((other) => other.form === 'points back' && other.pointsBack),
  );
  sign(
    'promise after',
    near.slice(0, 8).some((other) => other.commits),
  );
  sign(
    'ends its turn',
    after[0]?.sentence.turn !== turn && acts[index - 1]?.sentence.turn === turn,
  );
  sign(
    'spoken of later',
    words.length > 1 &&
      spokenOf(words, acts.slice(index + NEAR_SENTENCES, index + LATER_SENTENCES)),
  );
  return signs;
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
