// The day that one sentence names, and whether it says more than that. English.
import type { Day } from './calendar.ts';
import { wordsOf } from '../text/content-words.ts';
import { dayPointedTo } from './referenced-date.ts';
import { SPOKEN_OF, allDueDates, dayMeant, resolveDueDate } from './resolve-due-date.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { tellsPast } from '../text/is-past-tense.ts';

/** Hardly more than a day is said in so many words at most. */
export const SHORT_WORDS = 9;
/** `We don't have to decide today` */
const NEGATED =
  /\b(?:don't|doesn't|needn't|no) (?:have to|need(?: to)?)\b|\bnot (?:by |on |till |until )?$/i;
/** A fragment that hardly says more than the day. */
const BARE =
  /^(?:by|before|until|till|on|no later than|today|tonight|tomorrow|this|next|then ask|first thing|right after|straight after|as soon as)\b|^\w+day\b/i;
/** `Please do, this morning` */
const LEAD_IN =
  /^(?:(?:please do|please|ooh|oh|yes|yeah|okay|ok|sure|perfect|lovely|go on|good|great|thanks|thank you|ta|so|then|but|and|no later|say|maybe),?\s+)+/i;
/** What still belongs to the day. */
const NEXT_WORDS = /^(?:\s+[^\s,;]+){0,5}/;

/** A day and the segments that name it. */
export interface DayNearby {
  readonly day: Day;
  readonly segmentRefs: readonly string[];
}

/** The day that a sentence names, or points to with what was said before it. */
export function dayIn(
  sentence: SpokenSentence,
  {
    sentences,
    today,
  }: { readonly sentences: readonly SpokenSentence[]; readonly today: Day | null },
): DayNearby | null {
  const named = allDueDates(sentence.text, today).filter(({ from, to }) =>
    holdsNow(sentence.text, from, to),
  );
  const due = dayMeant(sentence.text, named);
  const found = due ?? dayPointedTo(sentence, sentences, today);
  if (found === null) return null;
  return {
    day: found.day,
    segmentRefs: [...('segmentRefs' in found ? found.segmentRefs : []), ...sentence.segmentRefs],
  };
}

/** False where the words around the day are past or say that nothing need be done then. */
function holdsNow(text: string, from: number, to: number): boolean {
  const before = text.slice(0, from);
  const after = NEXT_WORDS.exec(text.slice(to))?.[0] ?? '';
  return !tellsPast(before) && !tellsPast(after) && !NEGATED.test(before);
}

/** Hardly more than a day, or a sentence that opens with one. */
export function isBare(sentence: SpokenSentence, today: Day | null): boolean {
  const text = sentence.text.replace(LEAD_IN, '');
  if (!BARE.test(text)) return false;
  return wordsOf(text).length <= SHORT_WORDS || opensWithDay(sentence, today);
}

export function opensWithDay(sentence: SpokenSentence, today: Day | null): boolean {
  const text = sentence.text.replace(LEAD_IN, '');
  const due = BARE.test(text) ? resolveDueDate(text, today) : null;
  return due !== null && due.from === 0 && !SPOKEN_OF.test(text.slice(due.to));
}
