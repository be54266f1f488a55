import { cleanSpeech } from '../text/clean-speech.ts';
import { wordsOf } from '../text/content-words.ts';
import { clausesOf } from '../text/split-run-on.ts';
import { isSpokenQuestion } from '../text/detect-mood.ts';
import type { TurnReading } from '../model/read-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { mattering, readSpeechAct } from '../text/speech-acts.ts';
import { wordDecision } from './word-decision.ts';
import type { DecisionWording } from './word-decision.ts';

/** Words that may have been settled, and where. */
export interface DecisionCandidate {
  /** The act that would settle it. */
  readonly act: SpeechAct;
  /** The act that holds the words; another one when the settling words only point back. */
  readonly source: SpeechAct;
  /**
   * What would stand in the minutes; looked for near and far when first asked for, since most
   * candidates are too light.
   */
  readonly wording: () => DecisionWording;
  readonly words: readonly string[];
  /** 0 for own words, else how many possible antecedents lie between. */
  readonly steps: number;
}

const REACH_TURNS = 6;
const REACH_SENTENCES = 12;
const MOST_ANTECEDENTS = 2;
const LONGEST_WORDS = 28;
const PROPOSING: readonly string[] = [
  'asks',
  'proposes',
  'lets',
  'commands',
  'we will',
  'I choose',
  'it is',
];

/** Everything in the meeting that could be a decision, in order. */
export function decisionCandidates(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): DecisionCandidate[] {
  const parts = acts.map(partsOf);
  return parts.flat().flatMap((act) => {
    if (act.form === 'wonders' || act.narrated) return [];
    if (act.form === 'points back')
      return act.pointsBack ? pointedAt(acts, readings, parts, act) : [];
    const said = act.length <= LONGEST_WORDS ? [candidate(acts, readings, act, act, 0)] : [];
    const own = said.filter(
      (one) => act.words.length > 0 || (act.form === 'commands' && one.words.length > 0),
    );
    return act.pointsBack && act.words.length < 2
      ? [...own, ...pointedAt(acts, readings, parts, act)]
      : own;
  });
}

/** What each clause does where a sentence without punctuation runs on. */
function partsOf(act: SpeechAct): SpeechAct[] {
  const clauses = clausesOf(act.sentence.text);
  if (clauses.length === 1) return [act];
  return clauses.map((clause, at) => {
    const { text, lead } = cleanSpeech(clause);
    const opened = at === 0 ? `${act.sentence.lead} ${lead}`.trim() : lead;
    return readSpeechAct({
      ...act.sentence,
      text,
      words: wordsOf(text),
      lead: opened,
      isQuestion: isSpokenQuestion(text),
    });
  });
}

function pointedAt(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  parts: readonly (readonly SpeechAct[])[],
  act: SpeechAct,
): DecisionCandidate[] {
  const at = act.sentence.index;
  const found: DecisionCandidate[] = [];
  let last: SpeechAct | null = null;
  for (
    let back = at - 1;
    back >= Math.max(0, at - REACH_SENTENCES) && found.length < MOST_ANTECEDENTS;
    back -= 1
  ) {
    const [first] = parts[back] ?? [];
    if (first === undefined || act.sentence.turn - first.sentence.turn > REACH_TURNS) break;
    const telling = (parts[back] ?? []).filter((part) => !part.narrated && part.words.length > 0);
    const source = telling.findLast((part) => PROPOSING.includes(part.form)) ?? telling.at(-1);
    if (source === undefined) continue;
    if (PROPOSING.includes(source.form))
      found.push(candidate(acts, readings, act, source, found.length + 1));
    else if (source.form === 'fragment') last ??= source;
  }
  return found.length === 0 && last !== null ? [candidate(acts, readings, act, last, 1)] : found;
}

function candidate(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  act: SpeechAct,
  source: SpeechAct,
  steps: number,
): DecisionCandidate {
  let worded: DecisionWording | undefined;
  const wording = (): DecisionWording => (worded ??= wordDecision(acts, readings, source));
  return {
    act,
    source,
    wording,
    words: source.words.length > 0 ? source.words : mattering(wording().text),
    steps,
  };
}
