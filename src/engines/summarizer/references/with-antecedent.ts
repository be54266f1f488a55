// What an item's pronouns refer to, as a short clause that was said near it. English.
import type { FoundDecision, FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { MAX_WORDS, shortClause } from '../text/short-clause.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

const MIN_SHARE = 0.4;
const FEW_WORDS = 2;
const POINTS = /(?<!-)\b(?:it|that|this|him|her|them|'em|they|one|ones|those|these|there|so)\b/i;

type Antecedent = { readonly text: string; readonly segmentRefs: readonly string[] };

type Candidate = {
  readonly sentence: SpokenSentence;
  /** The part of its text that may say what the item is about. */
  readonly source: string;
  readonly score: number;
};

type Clause = Antecedent & { readonly at: number; readonly score: number };

/** By sentences back from the task; fitted to where annotated meetings name what a pronoun refers to. */
const NEARNESS = [0.2, 1.2, 1.2, 0.75, 0.45, -0.4, -0.4, -1.7, -1.7, -1.7, -1.7, -1.7, -1.7];
const NEXT = -1.5;
const WEIGHTS = {
  share: 0.8,
  words: 1.6,
  sameTurn: 0.9,
  asked: 0.9,
  article: 0.5,
};
/** Added to the model's probability of a sentence before its logarithm is taken. */
const SHARE_OFFSET = 0.01;
const ARTICLE = /\b(?:the|an?|my|our|your|some|no)\b/i;
/** This many words locate the task in its sentence; later ones may have been cut. */
const OPENING_WORDS = 3;
const MAX_SENTENCES = 2;
/** A second sentence joins the best one if its score is at most this much lower. */
const MAX_BEHIND = 2;

/** Adds in brackets what the item's pronouns refer to: `Send it (the draft contract)`. */
export function withAntecedent<Item extends FoundDecision | FoundTask>(
  item: Item,
  meeting: MeetingReading,
): Item {
  if (!pointsElsewhere(item, meeting)) return item;
  const antecedent = describeAntecedent(item, meeting);
  if (antecedent === null) return item;
  const text = `${item.text} (${antecedent.text})`;
  return {
    ...item,
    text,
    words: contentWords(text),
    segmentRefs: [...new Set([...antecedent.segmentRefs, ...item.segmentRefs])],
  };
}

/** `Write a letter to the parents` explains itself; a pronoun with few other words does not. */
function pointsElsewhere({ text, at }: FoundDecision, { readings }: MeetingReading): boolean {
  const words = contentWords(text).length;
  const hasPronoun = POINTS.test(text);
  if (hasPronoun && words <= FEW_WORDS) return true;
  if (!hasPronoun && words > 1) return false;
  const likeliest = readings[at]?.antecedents[0];
  return likeliest !== undefined && likeliest.at !== at && likeliest.share >= MIN_SHARE;
}

/** Null if nothing nearby says it. Speakers' names do not count as content: most only address somebody. */
function describeAntecedent(
  { at, text: wording }: FoundDecision | FoundTask,
  meeting: MeetingReading,
): Antecedent | null {
  const names = meeting.owners.all.flatMap(wordsOf);
  const held = new Set([...contentWords(wording), ...names.flatMap((name) => contentWords(name))]);
  const found = candidates(at, wording, new Set(names), meeting)
    .toSorted((a, b) => b.score - a.score)
    .flatMap((candidate) => clauseOf(candidate, held))
    .slice(0, MAX_SENTENCES + 1);
  const [best] = found;
  if (best === undefined) return null;
  const told = [
    best,
    ...found.filter((more) => joins(more, best, held)).slice(0, MAX_SENTENCES - 1),
  ];
  told.sort((a, b) => a.at - b.at);
  return {
    text: told.map(({ text }) => text).join(' … '),
    segmentRefs: told.flatMap(({ segmentRefs }) => segmentRefs),
  };
}

function clauseOf({ sentence, source, score }: Candidate, held: ReadonlySet<string>): Clause[] {
  const text = shortClause(source, held);
  if (text === null) return [];
  return [{ text, segmentRefs: sentence.segmentRefs, score, at: sentence.index }];
}

/** A second clause joins the best one if it is almost as likely and adds something. */
function joins(more: Clause, best: Clause, held: ReadonlySet<string>): boolean {
  const known = new Set([...held, ...contentWords(best.text)]);
  return (
    more !== best &&
    best.score - more.score <= MAX_BEHIND &&
    wordsOf(`${best.text} ${more.text}`).length <= MAX_WORDS + 2 &&
    more.text.includes(' ') &&
    contentWords(more.text).some((word) => !known.has(word))
  );
}

function candidates(
  at: number,
  wording: string,
  names: ReadonlySet<string>,
  { acts, readings }: MeetingReading,
): Candidate[] {
  const shares = new Map(readings[at]?.antecedents.map((one) => [one.at, one.share]));
  const turn = acts[at]?.sentence.turn;
  return acts.slice(Math.max(0, at - NEARNESS.length + 1), at + 2).map((act): Candidate => {
    const { sentence } = act;
    const place = sentence.index;
    const own = place === at ? restOf(sentence.text, wording) : sentence.text;
    const source = withoutCall(sentence.isQuestion && place !== at ? act.matter : own, names);
    const score =
      (place > at ? NEXT : (NEARNESS[at - place] ?? 0)) +
      WEIGHTS.share * Math.log((shares.get(place) ?? 0) + SHARE_OFFSET) +
      WEIGHTS.words * Math.log(1 + act.words.length) +
      (sentence.turn === turn && place !== at ? WEIGHTS.sameTurn : 0) +
      (sentence.isQuestion ? WEIGHTS.asked : 0) +
      (ARTICLE.test(source) ? WEIGHTS.article : 0);
    return { sentence, source, score };
  });
}

/** `Yusuf, you have the number` without the name of the person addressed. */
function withoutCall(text: string, names: ReadonlySet<string>): string {
  const [call = '', name = ''] =
    /^(\p{L}+)(?:,\s+|\s+(?=(?:you|can|could|would|will|please)\b))/iu.exec(text) ?? [];
  return names.has(name.toLowerCase()) ? text.slice(call.length) : text;
}

/** The part of the sentence before the words that the task already shows. */
function restOf(text: string, wording: string): string {
  const start = text
    .toLowerCase()
    .indexOf(wording.toLowerCase().split(' ').slice(0, OPENING_WORDS).join(' '));
  if (start < 0) return '';
  const before = text
    .slice(0, start)
    .replace(/\b(?:i'll|i will|i can|can you|could you|i)\s*$/i, '');
  return before;
}
