// What stands in the minutes for a decision: the meeting's own words, short, with what they are
// about in brackets. English.
import { capitalise } from '../text/clean-speech.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { matterRead } from '../references/model-antecedent.ts';
import { nameMatter } from '../references/find-antecedent.ts';
import type { TurnReading } from '../model/read-turns.ts';
import type { Form, SpeechAct } from '../text/speech-acts.ts';
import { mattering } from '../text/speech-acts.ts';

export interface DecisionWording {
  readonly text: string;
  readonly segmentRefs: readonly string[];
  /** The sentences whose words are shown. */
  readonly covers: readonly number[];
}

const POINTS = /(?<!-)\b(?:it|that|this|them|those|these|one|ones|they|there)\b/i;
const MOST_WORDS = 16;
const LONGEST_WORDS = 20;
const LEAST_WORDS = 6;
const MOST_BESIDE_WORDS = 8;
const LEAST_BESIDE = 0.1;
const CLAUSES: ReadonlySet<Form> = new Set<Form>([
  'commands',
  'thing does',
  'somebody does',
  'we will',
  'we do',
  'lets',
  'it is',
]);
const PROPOSING: ReadonlySet<Form> = new Set<Form>([
  'asks',
  'proposes',
  'lets',
  'commands',
  'we will',
  'we do',
  'it is',
]);
const WOULD = /\b(?:(?:has|have|had|ought) to|should|would|must|could|can|needs?|we'd)\b/i;
const MOST_HELD = 4;
const REACH_SENTENCES = 14;
const REACH_TURNS = 10;
const SUITS =
  /\b(?:suits?|works?|is|are|'s|sounds|would be) ?(?:fine|good|best|better|okay|ok|great|grand|perfect)? ?(?:for|by|with)? ?(?:me|us|everyone|everybody)?[\s.!]*$/i;

export function wordDecision(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  source: SpeechAct,
): DecisionWording {
  const told = fullerOf(acts, source) ?? source;
  const { index } = told.sentence;
  const own = capitalise(trimWording(told.matter));
  const beside = besideOf(acts, readings, told, own);
  const parts =
    beside === null
      ? [told]
      : [told, beside].toSorted((a, b) => a.sentence.index - b.sentence.index);
  const wording = parts
    .map((part) => (part === told ? own : capitalise(trimWording(part.sentence.text))))
    .join('. ');
  const bare = told.form === 'it is' ? wording.replace(/\bit is\b/i, '') : wording;
  const points = POINTS.test(bare);
  const named =
    matterRead(acts, index, readings[index], bare) ??
    (points || isThin(told, wording) ? nameMatter(acts, index, wording, '', points) : null);
  return {
    text: named === null ? wording : `${wording} (${named.text})`,
    segmentRefs: [
      ...(named?.segmentRefs ?? []),
      ...parts.flatMap((part) => part.sentence.segmentRefs),
      ...source.sentence.segmentRefs,
    ],
    covers: [...new Set([...parts.map((part) => part.sentence.index), source.sentence.index])],
  };
}

/** `Two hundred, then.` after `Can we say two hundred each?`: who proposed it said what it is. */
function fullerOf(acts: readonly SpeechAct[], source: SpeechAct): SpeechAct | null {
  const { index, turn, isQuestion } = source.sentence;
  if (
    isQuestion ||
    !(source.form === 'fragment' || source.form === 'it is' || SUITS.test(source.matter))
  )
    return null;
  const held = mattering(source.matter.replace(SUITS, ' '));
  if (held.length === 0 || held.length > MOST_HELD) return null;
  for (let at = index - 1; at >= Math.max(0, index - REACH_SENTENCES); at -= 1) {
    const act = acts[at];
    if (act === undefined || turn - act.sentence.turn > REACH_TURNS) return null;
    if (
      act.narrated ||
      act.conditional ||
      act.refuses ||
      act.length > MOST_WORDS ||
      /\bor\b/i.test(act.matter)
    )
      continue;
    if (act.sentence.turn === turn || isNegative(act.matter) !== isNegative(source.matter))
      continue;
    if (
      !PROPOSING.has(act.form) &&
      (held.length < 2 ||
        !(act.form === 'fragment' || (act.form === 'tells' && WOULD.test(act.matter))))
    )
      continue;
    if (held.every((word) => act.words.includes(word)) && saysMore(act.matter, source.matter))
      return act;
  }
  return null;
}

function saysMore(fuller: string, short: string): boolean {
  const said = new Set(wordsOf(short));
  return wordsOf(fuller).some(
    (word) => !said.has(word) && !/^(?:and|or|so|then|okay|yes|yeah|the|a|an)$/.test(word),
  );
}

function isNegative(text: string): boolean {
  return /\b(?:not|no|never|none|nothing|nobody|without)\b|n't\b/i.test(text);
}

/** `The lorries wait. Nothing goes out until Una says so.`: short neighbours of one turn say one thing. */
function besideOf(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  source: SpeechAct,
  own: string,
): SpeechAct | null {
  const { index, turn } = source.sentence;
  const held = mattering(own);
  const most = Math.min(MOST_BESIDE_WORDS, MOST_WORDS - wordsOf(own).length);
  const likelihood = (act: SpeechAct): number => readings[act.sentence.index]?.decides ?? 0;
  const near = [acts[index - 1], acts[index + 1]].filter((act): act is SpeechAct => {
    if (act === undefined || act.sentence.turn !== turn || act.sentence.isQuestion || act.narrated)
      return false;
    if (act.commits || act.agrees || act.words.every((word) => held.includes(word))) return false;
    if (
      act.sentence.words.length > most ||
      (act.form !== 'fragment' && wordsOf(trimWording(act.sentence.text)).length < 2)
    )
      return false;
    if (CLAUSES.has(act.form) || (act.form === 'fragment' && source.form === 'fragment'))
      return true;
    return (act.form === 'fragment' || act.form === 'tells') && likelihood(act) >= LEAST_BESIDE;
  });
  return near.toSorted((a, b) => likelihood(b) - likelihood(a))[0] ?? null;
}

/** A bare name or figure does not say what it is about; a thing with its article mostly does. */
function isThin(source: SpeechAct, wording: string): boolean {
  if (source.form !== 'fragment' && /\b(?:the|our|a|an) \p{L}/iu.test(wording)) return false;
  return contentWords(wording).length < 2;
}

function trimWording(text: string): string {
  return shortened(withoutWill(text))
    .replace(
      /,?\s+(?:and )?(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:final|decided|settled|agreed|a deal|it|that)$/i,
      '',
    )
    .replace(/,?\s+(?:because|cause|since|so that|is that|otherwise)\s.*$/i, '')
    .replace(/[\s,.;:!?]+$/, '')
    .replace(/,?\s+(?:then|instead|now|okay|right)$/i, '');
}

/** The first clauses, where all of them are too long to read. */
function shortened(text: string): string {
  const words = text.split(' ');
  if (words.length <= LONGEST_WORDS) return text;
  const clauses = words.slice(0, LONGEST_WORDS).join(' ').split(/,\s/);
  const kept = clauses.slice(0, -1).join(', ');
  return kept.split(' ').length >= LEAST_WORDS ? kept : text;
}

/** `We'll go with option two` is `go with option two`; `we're going to the lake` stays. */
function withoutWill(text: string): string {
  const [opener = '', verb = ''] =
    /^(?:we'll|we will|we shall|we're gonna|we(?:'re| are) going to)\s+(?:just |then |all |now |also )*(\S+)/i.exec(
      text,
    ) ?? [];
  if (
    opener === '' ||
    /^(?:not|the|a|an|our|my|your|his|her|their)$/i.test(verb) ||
    /^\p{Lu}/u.test(verb)
  )
    return text;
  return text.slice(opener.length - verb.length);
}
