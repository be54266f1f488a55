// What an item's pronouns refer to, as a short clause that was said near it. English.
import type { FoundDecision } from '../found-item.ts';
import { isThinkingAloud } from '../long-talk/weigh-long-talk.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords, withoutCapital } from '../text/content-words.ts';
import { pattern } from '../text/pattern.ts';
import { LOOSE_END } from '../text/tell-sentence.ts';
import { OPENING } from '../text/to-imperative.ts';

const MIN_SHARE = 0.4;
const FEW_WORDS = 2;
const POINTS = pattern('i')`
  (?<!-)\b(?:it|that|him|her|them|'em|they|ones|those|these|there|so|
  (?:this|one)(?! (?:(?:more|last) thing|(?:coming )?(?:\w*day|week|weekend|month|quarter|year|
  morning|afternoon|evening|hour))\b))\b`;
/** By sentences back from the task; fitted to where annotated meetings name what a pronoun refers to. */
const NEARNESS = [0.2, 1.2, 1.2, 0.75, 0.45, -0.4, -0.4, -1.7, -1.7, -1.7, -1.7, -1.7, -1.7];
const NEXT = -1.5;
const WEIGHTS = { share: 0.8, words: 1.6 };
/** Added to the model's probability of a sentence before its logarithm is taken. */
const SHARE_OFFSET = 0.01;
/** This many words locate the task in its sentence; later ones may have been cut. */
const OPENING_WORDS = 3;

/** Added for the first clause of a sentence, which is usually the main one. */
const MAIN = 1.5;
const MAX_WORDS = 9;
const SEAM = pattern('gi')`
  [,;:–—]\s+|\s+(?=(?:because|cause|since|so that|which|who|although|though|unless|if|when|
  before|after|until|once|while|but|and (?:i|we|you|he|she|it|they|then|the|that)\b|so (?:i|we|
  you|he|she|it|they|that)\b)\b)`;

/** `Pay it (“I'll remind them”)` explains nothing. */
const DOES_IT = /^(?:i|we)(?:'ll| will| can) \p{L}+ (?:it|him|her|them)\b/iu;

/** Adds in brackets what pronouns refer to, `Send it (“the draft contract”)`, unless people are thinking aloud. */
export function withAntecedent<Item extends FoundDecision>(
  item: Item,
  meeting: MeetingReading,
): Item {
  if (isThinkingAloud(item.at, meeting) || !pointsElsewhere(item, meeting)) return item;
  // Speakers' names do not count as content: most only address somebody.
  const held = new Set(contentWords(`${item.text} ${[...meeting.owners.words].join(' ')}`));
  for (const { source, segmentRefs } of candidates(item, meeting)) {
    const clause = shortClause(source, held);
    if (clause === null) continue;
    const text = `${item.text} (“${clause}”)`;
    return {
      ...item,
      text,
      words: contentWords(text),
      segmentRefs: [...new Set([...segmentRefs, ...item.segmentRefs])],
    };
  }
  return item;
}

/** The item's own words, and the brackets that `withAntecedent` added to them, if any. */
export function splitAntecedent(text: string): [words: string, antecedent: string] {
  const [antecedent = ''] = / \([^()]*\)$/.exec(text) ?? [];
  return [text.slice(0, text.length - antecedent.length), antecedent];
}

/** `Write a letter to the parents` explains itself; a pronoun with few other words does not. */
function pointsElsewhere({ text, at }: FoundDecision, { readings }: MeetingReading): boolean {
  if (!POINTS.test(text)) return false;
  if (contentWords(text).length <= FEW_WORDS) return true;
  const likeliest = readings[at]?.antecedents[0];
  return likeliest !== undefined && likeliest.at !== at && likeliest.share >= MIN_SHARE;
}

/** The sentences around an item that may say what it is about, the likeliest first. */
function candidates({ at, text }: FoundDecision, { acts, readings }: MeetingReading) {
  const shares = new Map(readings[at]?.antecedents.map((one) => [one.at, one.share]));
  return acts
    .slice(Math.max(0, at - NEARNESS.length + 1), at + 2)
    .map(({ sentence, proposition, words }) => {
      const place = sentence.index;
      const source =
        place === at
          ? restOf(sentence.text, text)
          : sentence.isQuestion
            ? proposition
            : sentence.text;
      const score =
        (place > at ? NEXT : (NEARNESS[at - place] ?? 0)) +
        WEIGHTS.share * Math.log((shares.get(place) ?? 0) + SHARE_OFFSET) +
        WEIGHTS.words * Math.log(1 + words.length);
      return { source, score, segmentRefs: sentence.segmentRefs };
    })
    .toSorted((a, b) => b.score - a.score);
}

/** The part of the sentence before the words that the task already shows. */
function restOf(text: string, wording: string): string {
  const opening = wording.toLowerCase().split(' ').slice(0, OPENING_WORDS).join(' ');
  return text
    .slice(0, Math.max(0, text.toLowerCase().indexOf(opening)))
    .replace(/\b(?:i'll|i will|i can|can you|could you|i)\s*$/i, '');
}

/**
 * The clause of at most `MAX_WORDS` words with the most content words that are not in `held`; the first of equals.
 * Null if none has a new word.
 */
function shortClause(text: string, held: ReadonlySet<string>): string | null {
  const said = text.replace(/\s*[()]\s*/g, ' ').replace(/^[\s,;:.!?]+|[\s,;:.!?]+$/g, '');
  const starts = [0, ...[...said.matchAll(SEAM)].map((seam) => seam.index + seam[0].length)];
  const ends = [...[...said.matchAll(SEAM)].map((seam) => seam.index), said.length];
  let best: { text: string; worth: number } | null = null;
  for (const [first, start] of starts.entries()) {
    for (const [more, end] of ends.slice(first).entries()) {
      const piece = said.slice(start, end).trim().replace(OPENING, '');
      if (more > 0 && piece.split(' ').length > MAX_WORDS) break;
      const short = cut(piece);
      const fresh = new Set(contentWords(short).filter((word) => !held.has(word))).size;
      const worth = fresh + (first === 0 ? MAIN : 0);
      if (fresh > 0 && !DOES_IT.test(short) && worth > (best?.worth ?? 0))
        best = { text: short, worth };
    }
  }
  return best === null ? null : withoutCapital(best.text);
}

function cut(piece: string): string {
  const words = piece.split(' ');
  if (words.length <= MAX_WORDS) return piece;
  let short = words.slice(0, MAX_WORDS).join(' ');
  while (LOOSE_END.test(short) || /\b(?:in|on)$/i.test(short)) short = short.replace(/\s*\S+$/, '');
  return `${short} …`;
}
