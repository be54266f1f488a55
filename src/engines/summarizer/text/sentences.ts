import type { SummarySegment } from '../../../core/ports.ts';
import { cleanSpeech } from './clean-speech.ts';
import { withoutCapital, wordsOf } from './content-words.ts';
import { DANGLING, type Pending, cutAt, cutLong, runsOn, splitAtStops } from './split-sentences.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { pattern } from './pattern.ts';
import { LOOSE_END } from './tell-sentence.ts';

const JOIN_GAP_MS = 10_000;
const CUT_GAP_MS = 1_500;
const SEAM_GAP_MS = 300;
const LONG_SEGMENT_MS = 6_000;
const JOIN_DISTANCE_SEGMENTS = 3;
/** Nobody speaks longer sentences; the bound keeps every rule fast on any input. */
const MAX_SENTENCE_CHARACTERS = 600;
const PUNCTUATED_SHARE = 0.2;

const QUESTION_OPENING = pattern('i')`
  ^(?:(?:\w+,\s+|(?!(?:this|that|there|here|it|he|she|they|i|we|you|who|which|everybody|
  everyone|nobody|then|so)\b)\w+\s+(?=(?:can|could|would|will|shall|should)\s+(?:you|we|
  i)\b))?(?:can|could|would|will|shall|should|do|does|did|is|are|was|were|have|has|had|may|am|
  might)(?:n't)?\s+(?:i|we|you|he|she|they|it|that|this|there|the|anyone|anybody|someone|
  somebody|everyone|our|your|my|any)\b|(?:what|who|whom|whose|why|how|where|which)\b|(?:by|
  until|since) when\b|when[?.]?$|when(?:'s|\s+(?:is|are|do|does|did|can|will|would|should))\b|
  (?:any|what about|how about|shall)\b)`;
/** A name by which somebody is addressed. */
const CALLED = /(?<=\s)([\p{L}'-]+)(?=\s+(?:can|could|would|will|please|you)\b)/giu;
const CONNECTS =
  /\b(?:and|or|with|for|to|if|when|that|ask|tell|but|so|maybe|think|hope|actually|because|by|from|of|like)\s+$/i;

/**
 * Splits the meeting into cleaned sentences, even if one spans several segments or ends without a full stop.
 * Linear in the length of the transcript.
 */
export function cutSentences(
  segments: readonly SummarySegment[],
  names: ReadonlySet<string> = new Set(),
): SpokenSentence[] {
  const spoken = segments
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment.text))
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const ended = spoken.filter((segment) => /[.!?。！？]["')\]]*\s*$/.test(segment.text)).length;
  const punctuated = ended >= spoken.length * PUNCTUATED_SHARE;
  const cut = assemble(spoken, punctuated).flatMap((pending) => cutAtNames(pending, names));
  const sentences: SpokenSentence[] = [];
  let turn = -1;
  let speaker: string | null | undefined;
  for (const { text: said, spans, segment } of cut) {
    const { text, lead } = cleanSpeech(said);
    if (text === '' && lead === '') continue;
    const { speakerRef } = segment;
    if (speakerRef !== speaker) turn += 1;
    speaker = speakerRef;
    sentences.push({
      index: sentences.length,
      turn,
      speakerRef,
      text,
      words: wordsOf(text),
      lead,
      isQuestion: isSpokenQuestion(text),
      segmentRefs: [...new Set(spans.map(({ ref }) => ref))],
    });
  }
  return sentences;
}

/** Unpunctuated speech: `… the leaver form claire could you …` is cut where somebody is addressed. */
function cutAtNames(pending: Pending, names: ReadonlySet<string>): Pending[] {
  const { text } = pending;
  if (names.size === 0 || !runsOn(text)) return [pending];
  const cuts: number[] = [];
  for (const { 0: called, index } of text.matchAll(CALLED)) {
    const isNext = index > (cuts.at(-1) ?? 0) + 1;
    if (isNext && names.has(called.toLowerCase()) && !CONNECTS.test(text.slice(0, index)))
      cuts.push(index);
  }
  return cutAt(pending, cuts);
}

function assemble(segments: SummarySegment[], punctuated: boolean): Pending[] {
  const done: Pending[] = [];
  const open = new Map<string | null, Pending>();
  const flush = (pending: Pending): void => {
    done.push(...cutLong(pending));
  };
  const take = (segment: SummarySegment, text: string, order: number): void => {
    const before = open.get(segment.speakerRef);
    let pending: Pending = { text, spans: [{ ref: segment.segmentRef, from: 0 }], order, segment };
    if (
      before !== undefined &&
      order - before.order <= JOIN_DISTANCE_SEGMENTS &&
      goesOn(before, segment, punctuated)
    ) {
      pending = join(before, segment, text);
    } else if (before !== undefined) flush(before);
    const parts = splitAtStops(pending);
    const last = parts.pop();
    for (const part of parts) flush(part);
    if (last !== undefined)
      open.set(segment.speakerRef, {
        ...last,
        segment,
        order: parts.length > 0 ? order : last.order,
      });
  };
  segments.forEach((segment, order) => {
    for (const text of bounded(segment.text.replace(/\s+/g, ' ').trim()))
      take(segment, text, order);
  });
  for (const pending of open.values()) flush(pending);
  return done.toSorted((a, b) => a.order - b.order);
}

function goesOn(before: Pending, next: SummarySegment, punctuated: boolean): boolean {
  const gap = next.startMs - before.segment.endMs;
  if (gap > JOIN_GAP_MS || before.text.length + next.text.length > MAX_SENTENCE_CHARACTERS)
    return false;
  const stopped = /[.!?。！？]["')\]]*$/.test(before.text) && !/(?:\.\.\.|…)$/.test(before.text);
  if (DANGLING.test(before.text) && !/[!?]$/.test(before.text))
    return gap <= (stopped ? CUT_GAP_MS : JOIN_GAP_MS);
  const isForcedCut =
    gap <= SEAM_GAP_MS && before.segment.endMs - before.segment.startMs >= LONG_SEGMENT_MS;
  if (stopped) return isForcedCut && LOOSE_END.test(before.text);
  return (
    isForcedCut ||
    /[,…-]$|\.\.\.$/.test(before.text) ||
    (punctuated && /^\s*\p{Ll}/u.test(next.text))
  );
}

function join(before: Pending, segment: SummarySegment, text: string): Pending {
  const head = before.text.replace(/(?:\.\.\.|…|\.)$/, '');
  return {
    text: `${head} ${withoutCapital(text)}`,
    spans: [...before.spans, { ref: segment.segmentRef, from: head.length + 1 }],
    order: before.order,
    segment,
  };
}

/** Pieces of bounded length, cut between words if there are spaces. */
function bounded(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > MAX_SENTENCE_CHARACTERS) {
    const space = text.lastIndexOf(' ', from + MAX_SENTENCE_CHARACTERS);
    const to = space > from ? space : from + MAX_SENTENCE_CHARACTERS;
    pieces.push(text.slice(from, to).trim());
    from = to;
  }
  return [...pieces, text.slice(from).trim()].filter((piece) => piece !== '');
}

/** True for a question, with or without a question mark. */
export function isSpokenQuestion(text: string): boolean {
  if (/\?["')\]]*$/.test(text)) return true;
  return !/[.!]["')\]]*$/.test(text) && QUESTION_OPENING.test(text);
}
