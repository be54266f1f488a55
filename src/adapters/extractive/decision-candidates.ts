import { wordsOf } from './content-words.ts';
import type { TurnReading } from './read-turns.ts';
import type { SpeechAct } from './speech-acts.ts';
import { mattering } from './speech-acts.ts';
import { wordDecision } from './word-decision.ts';

/** Words that may have been settled, and where. */
export interface DecisionCandidate {
  /** The act that would settle it. */
  readonly act: SpeechAct;
  /** The act that holds the words; another one when the settling words only point back. */
  readonly source: SpeechAct;
  readonly text: string;
  readonly words: readonly string[];
  readonly segmentRefs: readonly string[];
  /** The sentences whose words `text` shows. */
  readonly covers: readonly number[];
  /** 0 for own words, else how many possible antecedents lie between. */
  readonly steps: number;
}

const REACH_TURNS = 6;
const REACH_SENTENCES = 12;
const MOST_ANTECEDENTS = 2;
const LONGEST_WORDS = 28;
const PROPOSING: readonly string[] = ['asks', 'proposes', 'lets', 'commands', 'we will', 'I choose', 'it is'];

/** Everything in the meeting that could be a decision, in order. */
export function decisionCandidates(acts: readonly SpeechAct[], readings: readonly (TurnReading | null)[]): DecisionCandidate[] {
  return acts.flatMap((act, at) => {
    if (act.form === 'wonders' || act.narrated) return [];
    if (act.form === 'points back') return act.pointsBack ? pointedAt(acts, readings, at, act) : [];
    const said = wordsOf(act.matter).length <= LONGEST_WORDS ? [candidate(acts, readings, act, act, 0)] : [];
    const own = said.filter((one) => act.words.length > 0 || (act.form === 'commands' && one.words.length > 0));
    return act.pointsBack && act.words.length < 2 ? [...own, ...pointedAt(acts, readings, at, act)] : own;
  });
}

function pointedAt(acts: readonly SpeechAct[], readings: readonly (TurnReading | null)[], at: number, act: SpeechAct): DecisionCandidate[] {
  const found: DecisionCandidate[] = [];
  let last: SpeechAct | null = null;
  for (let back = at - 1; back >= Math.max(0, at - REACH_SENTENCES) && found.length < MOST_ANTECEDENTS; back -= 1) {
    const source = acts[back];
    if (source === undefined || act.sentence.turn - source.sentence.turn > REACH_TURNS) break;
    if (source.narrated || source.words.length === 0) continue;
    if (PROPOSING.includes(source.form)) found.push(candidate(acts, readings, act, source, found.length + 1));
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
  const { text, segmentRefs, covers } = wordDecision(acts, readings, source);
  const refs = [...segmentRefs, ...act.sentence.segmentRefs];
  return {
    act,
    source,
    text,
    covers,
    words: source.words.length > 0 ? source.words : mattering(text),
    segmentRefs: [...new Set(refs)],
    steps,
  };
}
