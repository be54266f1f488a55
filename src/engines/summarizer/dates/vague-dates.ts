// English words that imply a day without naming it: used only if the sentence names no day explicitly.
import { addDays } from './calendar.ts';
import { AROUND_MEAL, HOUR_ENDS, O_CLOCK, TIME, loose } from './date-patterns.ts';
import type { DayRule } from './date-patterns.ts';
import { COUNTS, fridayOf } from './named-dates.ts';

/** The end of the talk, of the shift or of the working day. */
const WHEN_OVER = [
  [
    '(?:right\\s+)?(?:as soon as|soon as|the second|the minute|the moment|once|when|before)\\s+',
    "(?:we|i|you|they|y'all|yall)(?:'re|'m|re|m|\\s+are|\\s+am)?",
  ].join(''),
  [
    '(?:all\\s+)?(?:done|finished|finish|hang\\s+up|ring\\s+off|break\\s+up|wrap\\s+up|off|out|gone|',
    'leave|go(?:\\s+(?:to\\s+bed|off|out))?|get\\s+home|head\\s+(?:off|home|out)|clock\\s+(?:off|out)|',
    'knock\\s+off|log\\s+off|open|close)',
  ].join(''),
].join('\\s+');
/** Followed by anything else, it means another moment: `when I'm done with the draft`. */
const ENDS = [
  '(?:\\s+(?:home|here|this|the\\s+(?:call|phone)|of\\s+(?:here|this)|talking|up|again))*(?=\\s*',
  '(?:[.,!?;]|$|(?:at|and|so|then|before|because|would|please)\\b))',
].join('');
const CLAUSE_ENDS =
  '(?=\\s*(?:[.,!?;]|$|(?:and|so|then|because|please|but|after|before|if|when)\\b))';

export const LOOSE_DAY_RULES: readonly DayRule[] = [
  loose(
    `(?<!(?:\\d|${COUNTS.slice(1).join('|')})\\s+)in\\s+the\\s+morning|` +
      `by\\s+(?:the\\s+)?morning|overnight${CLAUSE_ENDS}`,
    tomorrow,
  ),
  loose(
    `(?<!the\\s+)(?<!\\bmy\\s+)first\\s+thing(?!\\s+(?:we|i|you|they|is|was|that|to)\\b)`,
    tomorrow,
  ),
  loose(AROUND_MEAL, atOnce),
  loose(`(?:straight\\s+|right\\s+)?after\\s+this(?=\\s*(?:[.,!?;]|$|and\\b|so\\b))`, atOnce),
  loose(`${WHEN_OVER}${ENDS}`, atOnce),
  loose(
    `on\\s+(?:my|the|your|his|her)\\s+(?:way\\s+(?:out|home|back)|(?:lunch\\s+|` +
      `tea\\s+|coffee\\s+)?break)|at\\s+(?:my|the|your|his|her|their)\\s+(?:lunch|tea|` +
      `coffee)\\s+break|(?:by|before)\\s+tonight(?:'?s)?`,
    atOnce,
  ),
  loose(`(?:at|by|before|until|till)\\s+(?:their\\s+|our\\s+)?${O_CLOCK}${HOUR_ENDS}`, atOnce),
  loose(
    `(?:at|by|before)\\s+(?:lunch|lunchtime|midnight|${TIME.replaceAll('\\.?)', ')')})\\.?`,
    atOnce,
  ),
  loose(
    'before\\s+bed(?:time)?|after\\s+service|(?:in|on|over|at)\\s+my\\s+(?:lunch\\s+|tea\\s+|coffee\\s+)?break',
    atOnce,
  ),
  loose(
    `(?:when|once|as\\s+soon\\s+as|soon\\s+as|the\\s+(?:minute|second|` +
      `moment))\\s+i(?:'m|m|\\s+am)\\s+(?:in\\s+the\\s+(?:car|van|truck|office)|` +
      `on\\s+the\\s+(?:bus|train|tram)(?:\\s+home)?|upstairs|downstairs|outside|` +
      `at\\s+my\\s+desk)`,
    atOnce,
  ),
  loose(
    `(?:before|by)\\s+the\\s+day\\s+is\\s+(?:out|over)|(?:by|before|` +
      `at)\\s+the\\s+end\\s+of\\s+(?:my|your|the|this|our)\\s+shift`,
    atOnce,
  ),
  loose(
    `from\\s+the\\s+(?:car|train|bus)${CLAUSE_ENDS}|(?:in\\s+)?between\\s+(?:patients|meetings|calls|classes|lessons)`,
    atOnce,
  ),
  loose(
    `(?:(?:some\\s?time|later|still|by\\s+the\\s+end\\s+of)\\s+)?this\\s+week`,
    (_found, today) => fridayOf(today, false),
  ),
  loose(`(?:some\\s?time|by|later|during)\\s+next\\s+week`, (_found, today) =>
    fridayOf(today, true),
  ),
];

function tomorrow(_found: unknown, today: number): number {
  return addDays(today, 1);
}

function atOnce(_found: unknown, today: number): number {
  return today;
}
