// Where a sentence ends: at its full stop, or where unpunctuated speech clearly begins a new clause.
import type { SummarySegment } from '../../../core/ports.ts';
import { wordsOf } from './content-words.ts';
import { pattern } from './pattern.ts';

/** A longer sentence without punctuation is probably several. */
const LONG_SENTENCE_WORDS = 8;
/** Words that never end a sentence. */
export const DANGLING = pattern('i')`
  \b(?:the|an|of|by|for|with|from|and|or|will|my|our|your|their|is|are|was|(?:think|said|say|so|
  know|sure|told|means|agreed|decided|hope|believe|mean) that|because|than|we|going to|need to|
  want to|have to|report to|send to|i'll|we'll|let's|to)[.,]?$`;
const ABBREVIATION =
  /(?:^|\s)(?:[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|vs|approx|e\.g|i\.e|[Ii]nc|[Nn]o|(?!I)\p{Lu})\.$/u;
/** `by Dec. 15`, `at 5 p.m. tomorrow`, `am 3. März`: here a stop ends no sentence. */
const GOES_ON = pattern('u')`
  \b(?:(?:Jan|Feb|Mar|Apr|Ju[nl]|Aug|Sept?|Oct|Nov|Dec)\.\s+\d|\p{L}\.\p{L}\.\s+[\p{Ll}\d]|
  (?<=^|\s)(?!(?:[AP]\.M|U\.[SK]|E\.U)\.)(?:\p{Lu}\.){2,}\s+\p{Lu}|
  (?:Nr|Mio|Mrd|z\.B|(?:am|ab|bis|zum|vom|de[mnr])\s\d\d?)\.\s+[\p{L}\d])$`;
const CLAUSE_START = pattern('giu')`
  (?<!\b(?:is|are|be|was|it's|that's|he's|she's|they're|we're|you're|i'm|sounds|looks|fine|with|
  it|that|me|all|feel|feels|same|yeah|yes|no|oh|so|and|but|okay|ok))\s+(?=(?:okay|ok|
  alright)\s+(?!(?:with|for|by|if|to|as|then\s*$)\b)\p{L})|\s+(?=(?:(?:okay|ok|so|and then|and|
  but|then|because|anyway)\s+)+(?:today |now )?(?:i|we|you|he|she|they|it|
  that's|this|there|let's|let me|can you|could you|what|who)\b|(?:when|
  where|how|what|who) (?:can|could|do|does|did|will|would|should) (?:i|we|you|he|she|they|it|
  the)\b|(?:(?:okay|ok|so|and then|and|but|then|because|anyway)\s+)+(?:the|our|
  my)\s+(?=(?:\p{L}+\s+){1,3}(?:is|are|was|were|has|have|had|goes|gets|should|costs?)\b)|
  (?:(?:someone|somebody) (?:needs|has)|we (?:also )?(?:agreed|decided)|what about|it was|it has|
  it is|there (?:is|are|was))\b|(?:we (?:cancel|won't)|you should|(?:i|we) will|i'll|we'll|
  let me|let's)\s)`;
/** A clause that depends on the next one is not cut off from it. */
const HANGING = pattern('i')`
  \b(?:if|unless|when|once|as soon as|because|although|whether|assuming|said|says|told|think|
  guess|hope|wish|know|maybe|suggest|propose|last|yesterday|ago|back|originally|previously)\b|
  ^(?:(?:okay|so|and|then|but|well|yes|yeah)\s+)*(?:after|before|by|on|at|in|from|until|for|
  tomorrow|today|tonight|next|this|that|what|how|who|where|why|once|as)\b`;

/** Words of one speaker that are not yet split into sentences. */
export type Pending = {
  text: string;
  spans: { ref: string; from: number }[];
  order: number;
  segment: SummarySegment;
};

export function splitAtStops(pending: Pending): Pending[] {
  const cuts: number[] = [];
  for (const stop of pending.text.matchAll(/[.!?…]+["')\]]*\s+|[。！？]\s*/gu)) {
    const end = stop.index + stop[0].length;
    if (
      end >= pending.text.length ||
      ABBREVIATION.test(pending.text.slice(0, end).trimEnd().slice(-8)) ||
      GOES_ON.test(pending.text.slice(0, end + 1).slice(-12))
    )
      continue;
    cuts.push(end);
  }
  return cutAt(pending, cuts);
}

/** Unpunctuated speech runs on; it is cut where a new clause clearly starts. */
export function cutLong(pending: Pending): Pending[] {
  if (!runsOn(pending.text)) return [pending];
  const cuts: number[] = [];
  for (const start of pending.text.matchAll(CLAUSE_START)) {
    const at = start.index + start[0].length;
    const before = pending.text.slice(cuts.at(-1) ?? 0, start.index);
    if (wordsOf(before).length < 2 || DANGLING.test(before)) continue;
    const goesOn = /^\s*(?:okay|ok|so|and|but|then|anyway)\b/i;
    if (HANGING.test(before.trim()) && !goesOn.test(pending.text.slice(start.index))) continue;
    cuts.push(at);
  }
  return cutAt(pending, cuts);
}

/** True for a long sentence without punctuation inside. */
export function runsOn(text: string): boolean {
  return wordsOf(text).length > LONG_SENTENCE_WORDS && !/[,;:]/.test(text);
}

/** The parts between these offsets, with the segments of each. */
export function cutAt(pending: Pending, cuts: readonly number[]): Pending[] {
  const parts: Pending[] = [];
  let from = 0;
  for (const to of [...cuts, pending.text.length]) {
    const text = pending.text.slice(from, to);
    const spans = pending.spans
      .filter((span, at) => span.from < to && (pending.spans[at + 1]?.from ?? Infinity) > from)
      .map((span) => ({ ref: span.ref, from: Math.max(0, span.from - from) }));
    if (text.trim() !== '') parts.push({ ...pending, text: text.trim(), spans });
    from = to;
  }
  return parts;
}
