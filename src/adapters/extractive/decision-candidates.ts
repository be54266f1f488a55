import { capitalise } from './clean-speech.ts';
import { contentWords, wordsOf } from './content-words.ts';
import { nameMatter } from './name-matter.ts';
import type { TurnReading } from './read-turns.ts';
import { matterRead } from './matter-read.ts';
import type { SpeechAct } from './speech-acts.ts';
import { mattering } from './speech-acts.ts';

/** Words that may have been settled, and where. */
export interface DecisionCandidate {
  /** The act that would settle it. */
  readonly act: SpeechAct;
  /** The act that holds the words; another one when the settling words only point back. */
  readonly source: SpeechAct;
  readonly text: string;
  readonly words: readonly string[];
  readonly segmentRefs: readonly string[];
  /** 0 for own words, else how many possible antecedents lie between. */
  readonly steps: number;
}

const REACH_TURNS = 6;
const REACH_SENTENCES = 12;
const MOST_ANTECEDENTS = 2;
const LONGEST_WORDS = 28;
const POINTS = /\b(?:it|that|this|them|those|these|one|ones|they|there)\b/i;
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
  const wording = capitalise(trim(source.matter));
  const points = POINTS.test(wording);
  const named =
    matterRead(acts, source.sentence.index, readings[source.sentence.index], wording) ??
    (points || isThin(source, wording) ? nameMatter(acts, source.sentence.index, wording, '', points) : null);
  const text = named === null ? wording : `${wording} (${named.text})`;
  const refs = [...(named?.segmentRefs ?? []), ...source.sentence.segmentRefs, ...act.sentence.segmentRefs];
  return { act, source, text, words: source.words.length > 0 ? source.words : mattering(text), segmentRefs: [...new Set(refs)], steps };
}

/** A bare name or figure does not say what it is about; a thing with its article mostly does. */
function isThin(source: SpeechAct, wording: string): boolean {
  if (source.form !== 'fragment' && /\b(?:the|our|a|an) \p{L}/iu.test(wording)) return false;
  return source.form === 'fragment' || contentWords(wording).length < 2;
}

function trim(text: string): string {
  return withoutWill(text)
    .replace(/,?\s+(?:and )?(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:final|decided|settled|agreed|a deal|it|that)$/i, '')
    .replace(/,?\s+(?:because|cause|since|so that|is that|otherwise)\s.*$/i, '')
    .replace(/[\s,.;:!?]+$/, '')
    .replace(/,?\s+(?:then|instead|now|okay|right)$/i, '');
}

/** `We'll go with option two` is `go with option two`; `we're going to the lake` stays. */
function withoutWill(text: string): string {
  const [opener = '', verb = ''] =
    /^(?:we'll|we will|we shall|we're gonna|we(?:'re| are) going to)\s+(?:just |then |all |now |also )*(\S+)/i.exec(text) ?? [];
  if (opener === '' || /^(?:not|the|a|an|our|my|your|his|her|their)$/i.test(verb) || /^\p{Lu}/u.test(verb)) return text;
  return text.slice(opener.length - verb.length);
}
