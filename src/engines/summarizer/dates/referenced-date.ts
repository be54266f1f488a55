// A day that is said by pointing to one named before: `the day before`, `that day`. English.
import { addDays } from './calendar.ts';
import type { Day } from './calendar.ts';
import { allDueDates } from './resolve-due-date.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

const REACH_SENTENCES = 5;
const POINTING = new RegExp(
  [
    '\\b(?:the (?:day|night|evening) (?<side>before|after)(?! (?:the|that|this|my|our|yesterday|',
    'tomorrow|\\w+day)\\b)|(?:that|the same) (?:day|morning|afternoon|evening|night))\\b',
  ].join(''),
  'i',
);

/** `Send me the invoice and I'll pay it the same day` */
const RELATIVE = new RegExp(
  [
    "\\b(?:when|once|if|send|give|get|let|as soon as)\\b.*\\b(?:and|then|,) ?i(?:'ll| will| ",
    'can)\\b.*\\bthe same (?:day|morning|afternoon|evening|night)\\b',
  ].join(''),
  'i',
);

export function referencedDate(
  sentence: SpokenSentence,
  sentences: readonly SpokenSentence[],
  today: Day | null,
): { day: Day; segmentRefs: readonly string[] } | null {
  const pointing = POINTING.exec(sentence.text);
  if (pointing === null || RELATIVE.test(sentence.text)) return null;
  const side = pointing.groups?.['side']?.toLowerCase();
  for (let at = sentence.index - 1; at >= Math.max(0, sentence.index - REACH_SENTENCES); at -= 1) {
    const before = sentences[at];
    const named =
      before === undefined
        ? undefined
        : allDueDates(before.text, today).findLast((due) => due.plain);
    if (before === undefined || named === undefined) continue;
    const day = addDays(named.day, side === 'before' ? -1 : side === 'after' ? 1 : 0);
    return today !== null && day < today ? null : { day, segmentRefs: before.segmentRefs };
  }
  return null;
}
