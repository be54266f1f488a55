// The parts from which patterns for English dates are built.
import type { Day } from './calendar.ts';
import { COUNTS, MONTHS, ORDINALS, WEEKDAYS } from './named-dates.ts';
import { source } from '../text/pattern.ts';

export type DayRule = {
  readonly words: RegExp;
  readonly day: (found: Record<string, string | undefined>, today: Day) => Day | null;
};

export const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
export const MONTH = `(?<month>${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
export const DATE = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)?|${ORDINALS.toReversed().join('|')})`;
export const ORDINAL = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)|${ORDINALS.toReversed().join('|')})`;
/** A rank is seldom higher than the fourth. */
const LATE_ORDINALS = ORDINALS.slice(4).toReversed();
export const LATE_ORDINAL = `(?<date>(?:[5-9]|[12]\\d|3[01])(?:st|nd|rd|th)|${LATE_ORDINALS.join('|')})`;
export const COUNT = `(?<count>\\d{1,2}|an?|${COUNTS.slice(1).join('|')}|a\\s+couple\\s+of)`;
const NUMBER = COUNTS.slice(1).join('|');

const MEAL =
  '(?:lunch(?:\\s?time)?|dinner(?:\\s?time)?|breakfast|supper|(?:morning\\s+|afternoon\\s+)?tea(?:\\s?time)?|coffee)';
export const AROUND_MEAL = `(?:(?:straight|right)\\s+)?(?:after|before|over|at|by)\\s+${MEAL}`;
export const TIME = `(?:noon|midday|(?:\\d{1,2}(?::\\d\\d)?|${NUMBER})\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o'clock))`;
const QUARTERED = `(?:half\\s+(?:past\\s+)?|(?:(?:a\\s+)?quarter|five|ten|twenty)\\s+(?:to|past)\\s+)?`;
export const O_CLOCK = source`
  ${QUARTERED}(?:\d{1,2}(?::\d\d|\.\d\d)|[1-9]|1[0-2]|(?:${NUMBER})(?:\s+(?:ten|fifteen|twenty|
  thirty|forty|fifty|forty[- ]five))?)`;
/** Where a bare number is the hour, not a count: `at three`, not `at three schools`. */
export const HOUR_ENDS = source`
  (?=\s*(?:[.,!?;]|$|(?:and|so|tonight|today|tomorrow|on|o'?clock|when|because|if|while|before|
  at the latest|please|then)\b))`;
const WORKING_END =
  '(?:(?:at\\s+|by\\s+)?(?:the\\s+)?(?:end|close)\\s+of\\s+(?:the\\s+)?(?:business|play|day)|eod|cob|cop)';
const PARTS = source`
  (?:in\s+the\s+)?(?:morning|afternoon|evening)|night|arvo|(?:at\s+)?noon|midday|midnight|
  lunch\s?time|tea\s?time|dinner\s?time|first\s+thing|${WORKING_END}|${AROUND_MEAL}`;
const HOURS = source`
  (?:(?:at|by|before|around)\s+)?(?:midnight|lunchtime|${TIME})|(?:at|by|before|
  around)\s+${O_CLOCK}${HOUR_ENDS}`;
/** `Monday morning at ten` */
export const PART = `(?:,?\\s+(?:${PARTS}))?(?:,?\\s+(?:${HOURS}))?`;
export const CLOCK = `(?:${TIME}\\s+(?:on\\s+)?)?`;
export const END = '(?:the\\s+)?(?:very\\s+)?(?:end|close)\\s+of\\s+(?:the\\s+|this\\s+)?';
export const OCCASION = source`
  (?:meeting|call|standup|stand-up|stand\s+up|demo|review|session|workshop|sync|rehearsal|
  practice|training|catch-up|catch\s+up)`;
export const AFTER = source`
  (?!\s*'s|\s+or\s+(?:so|two|three)\b|\s+(?:meeting|call|release|standup|stand-up|demo|review|
  session|workshop|sync|report|numbers|deadline|slot)\b)`;

export function rule(core: string, day: DayRule['day']): DayRule {
  return { words: new RegExp(`(?<![\\w'])${core}(?!\\w)${AFTER}`, 'gi'), day };
}

/** Without a look at what follows. */
export function loose(core: string, day: DayRule['day']): DayRule {
  return { words: new RegExp(`(?<![\\w'])${core}(?![\\w'])`, 'gi'), day };
}
