// English words that name a day, and the day that each means.
import { type Day, addDays } from './calendar.ts';
import { HOLIDAY, comingHoliday } from './holidays.ts';
import {
  COUNTS,
  MONTHS,
  ORDINALS,
  TENS,
  WEEKDAYS,
  type Words,
  afterCount,
  comingWeekday,
  dateInFigures,
  fridayOf,
  nextDate,
  nthWeekday,
  partOf,
  sundayOf,
  weekdayBefore,
  weekdaySaid,
} from './named-days.ts';
import { source } from '../text/pattern.ts';

export type DayRule = { words: RegExp; day: (found: Words, today: Day) => Day | null };

const SHORT_MONTHS = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const MONTH = `(?<month>${MONTHS.join('|')}|${SHORT_MONTHS})\\.?`;
const NAMED = ORDINALS.toReversed().join('|');
const DATE = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)?|${NAMED})`;
const ORDINAL = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)|${NAMED})`;
/** A rank is seldom higher than the fourth. */
const LATE = `(?<date>(?:[5-9]|[12]\\d|3[01])(?:st|nd|rd|th)|${ORDINALS.slice(4).toReversed().join('|')})`;
const YEAR = '(?:,? (?<year>20\\d\\d))?';
const NUMBER = COUNTS.join('|');
const COUNT = source`
  (?<count>\d{1,2}|an?|(?:${TENS.join('|')})(?:[ -](?:${COUNTS.slice(0, 9).join('|')}))?|
  ${NUMBER}|a couple of)`;
const MEAL = source`
  (?:lunch(?: ?time)?|dinner(?: ?time)?|breakfast|supper|
  (?:morning |afternoon )?tea(?: ?time)?|coffee)`;
const AROUND_MEAL = `(?:(?:straight|right) )?(?:after|before|over|at|by) ${MEAL}`;
const TIME = `(?:noon|midday|(?:\\d{1,2}(?:[:.]\\d\\d)?|${NUMBER})\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o'clock))`;
const O_CLOCK = source`
  (?:half (?:past )?|(?:(?:a )?quarter|five|ten|twenty) (?:to|past) )?(?:(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\.?\d)|
  [1-9]|1[0-2]|(?:${NUMBER})(?: (?:ten|fifteen|twenty|thirty|forty|fifty|forty[- ]five))?)`;
/** Where a bare number is the hour, not a count: `at three`, not `at three schools`. */
const HOUR_ENDS = source`
  (?=\s*(?:[.,!?;](?!\d)|$|(?:and|so|tonight|today|tomorrow|on|o'?clock|when|because|if|while|before|
  at the latest|please|then)\b))`;
const CLAUSE_ENDS =
  '(?=\\s*(?:[.,!?;]|$|(?:and|so|then|because|please|but|after|before|if|when)\\b))';
const END = '(?:the )?(?:very )?(?:end|close) of (?:the |this )?';
/** `Monday morning at ten` */
const PART = source`
  (?:,? (?:(?:in the )?(?:morning|afternoon|evening)|night|arvo|(?:at )?noon|midday|midnight|
  lunch ?time|tea ?time|dinner ?time|first thing|(?:(?:at |by )?(?:the )?(?:end|
  close) of (?:the )?(?:business|play|day)|eod|cob|cop)|${AROUND_MEAL}))?(?:,? (?:(?:(?:at|by|
  before|around) )?(?:midnight|lunchtime|${TIME})|(?:at|by|before|around) ${O_CLOCK}${HOUR_ENDS}))?`;
/** `3 p.m. on Monday`, `end of play Monday` */
const CLOCK = `(?:${TIME} (?:on )?)?`;
const AT = `${CLOCK}(?:(?:${END}(?:business |play |day )*|eod |cob |cop |close )(?:on )?)?`;
const START = '(?:the )?(?:very )?(?:start|beginning) of';
const OCCASION = source`
  (?:meeting|call|standup|stand-up|stand up|demo|review|session|workshop|sync|rehearsal|practice|
  training|catch-up|catch up)`;
/** What must not follow a day: the thing that it belongs to (`Friday's call`). */
const AFTER = source`
  (?!\s*'s| or (?:so|two|three)\b| (?:meeting|call|release|standup|stand-up|demo|review|session|
  workshop|sync|report|numbers|deadline|slot)\b)`;
/** A rank is followed by what it counts (`the third stage`); a date is followed by none of these. */
const DATE_ENDS = source`
  \b(?=\s*(?:$|[.,!?]|(?:and|or|but|about|with|for|to|so|when|at|in|if|as|on|because|then|
  before|after|latest|already|also|though|anyway|please|okay|right|i|i'll|we|we'll|you|he|she|
  they)\b))`;
/** `the 5th may be late` names no month; after these words, `may` follows no number of things. */
const BEFORE_DATE = '(?<=\\b(?:by|on|due|until|till|before|after|from|since) (?:the )?[\\w-]+ )';
const OF_MONTH = `(?:of |${BEFORE_DATE}|(?!may(?!${DATE_ENDS}|,? 20\\d\\d| is\\b)))${MONTH}`;
/** What must not follow words that only imply a day. */
const LOOSE = "(?!')";

/** `for 24/7 support` */
const BEFORE_FIGURES = '(?<=\\b(?:by|before|until|till|on|due|for|latest) )(?!24/7\\b)';
/** Ambiguous: `3.12.` may be December 3, 3:12 or a version. */
const DAY_DOT_MONTH = '\\d{1,2}\\.(?:0[1-9]|1[0-2])(?!\\.?\\d)';
/** A numeric date, even one that cannot be resolved to a day. */
export const FIGURES = new RegExp(
  `${BEFORE_FIGURES}(?:\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|${DAY_DOT_MONTH})${DATE_ENDS}`,
  'i',
);

const today = (_said: Words, day: Day): Day => day;

/** Most reliable first: the longest and most explicit wording. */
export const DAY_RULES: readonly DayRule[] = [
  ...rules(({ iso = '' }) => Date.parse(iso), ['(?<iso>20\\d\\d-\\d\\d-\\d\\d)']),
  ...rules(dateInFigures, [
    `${BEFORE_FIGURES}(?<first>\\d{1,2})/(?<second>\\d{1,2})(?:/(?<year>20\\d\\d))?(?![/.]\\d)${DATE_ENDS}`,
    '(?<first>\\d{1,2})(?<dot>\\.)(?<second>\\d{1,2})\\.(?<year>20\\d\\d)',
  ]),
  ...rules(
    ({ weekday = '', side, holiday = '' }, day) => {
      const next = comingHoliday(day, holiday);
      if (next === null || weekday === '') return next;
      return side === 'before' ? weekdayBefore(next, weekday) : comingWeekday(next, weekday);
    },
    [
      `${WEEKDAY} (?<side>before|after) ${HOLIDAY}`,
      `(?<=\\b(?:before|by|until|till|on|for|in time for|latest|at) )${HOLIDAY}`,
    ],
  ),
  ...rules(nthWeekday, [
    source`
      (?:the )?(?<nth>first|second|third|fourth|last) ${WEEKDAY} (?:of|in) (?:(?<next>next month)|
      (?:the|this) month|${MONTH})`,
  ]),
  ...rules(nextDate, [
    `(?:the )?${ORDINAL} of (?:(?<next>next)|this|the) month`,
    `${WEEKDAY},? (?:the )?${ORDINAL}(?! thing\\b)(?: ${OF_MONTH})?${YEAR}`,
    `(?:${WEEKDAY},? )?${MONTH} (?:the )?${DATE}(?!\\d|:)${YEAR}`,
    `(?:${WEEKDAY},? )?(?:the )?${DATE} ${OF_MONTH}${YEAR}`,
  ]),
  ...rules(partOf, [
    source`
      (?<part>${START} (?=(?:the )?week|next|${MONTHS.join('|')})|early(?: in)? (?=next)|
      (?:(?:the )?middle of|mid)[ -]|${END}|(?:the )?last day of |late(?: in)? (?=next|
      the week after))(?:the |this )?(?<next>next )?(?<unit>week|month|quarter|q[1-4]|year|
      ${MONTHS.join('|')}|${SHORT_MONTHS})(?<more> after next)?`,
    '(?<part>mid)(?<unit>week)(?<next> next week)?',
    "(?:the )?(?<unit>month|quarter|year)(?:'s)?[ -]+end",
  ]),
  ...rules(afterCount, [
    `${WEEKDAY} (?<unit>week|fortnight)`,
    `${WEEKDAY},? (?<away>in) ${COUNT} (?<unit>week|fortnight)s?(?: time)?`,
    '(?:this day|today|(?<tomorrow>tomorrow)) (?<unit>week)',
    `${COUNT} (?<unit>week|fortnight)s? (?:from |on )?(?:${WEEKDAY}|today|now|(?<tomorrow>tomorrow))`,
    `${COUNT} (?<unit>day|week|month)s? from (?:now|today)`,
    `(?:in|within) (?:the next )?(?:about |around )?${COUNT} (?<unit>day|week|month|fortnight)(?:s'|'s|s)?(?: time)?`,
    'within the (?<unit>week|fortnight|month)',
  ]),
  ...rules(weekdaySaid, [
    source`
      ${AT}(?<which>(?:this|next) (?:coming )?|next week(?:'s)?(?: on)? )?${WEEKDAY}${PART}(?! before(?:[.,?!]|
      $))(?<more>(?: (?:in|of) the week)? after next| (?:of )?next week| next)?`,
  ]),
  ...rules((_said, day) => fridayOf(day), ['(?:before|by) (?:the|this) weekend']),
  ...rules(
    ({ next = '' }, day) => addDays(sundayOf(day), next === '' ? 0 : 7),
    ['(?:over|at|on|during) the weekend|this (?:coming )?weekend|(?<next>next) weekend'],
  ),
  ...rules((_said, day) => addDays(day, 2), ['the day after tomorrow|tomorrow or the day after']),
  ...rules((_said, day) => addDays(day, 1), [`${AT}tomorrow${PART}`]),
  ...rules(today, [
    source`
      ${AT}(?:(?:later )?today|tonight|this (?:morning|afternoon|arvo|evening|minute|second|moment|
      lunchtime))(?: (?:morning|evening|itself))*${PART}`,
    `(?:${END}(?:business day|business|day|play)|eod|cob|cop)`,
    source`
      (?:right now|half an hour|in a (?:sec|second|minute|min|moment|bit)|(?:straight |
      right )?after (?:this|the) (?:call|meeting)|(?<=\bthat )now(?=[.,]|$|\s+(?:cause|
      because))|(?<=\b(?:it|them) )now|now-ish)`,
  ]),
  ...rules(
    (said, day) => (said['unit'] === 'hour' ? afterCount(said, day) : day),
    [
      source`
      (?:in|within) (?:the next )?(?:about |around )?(?:${COUNT}|half an|fifteen) (?<unit>minute|min|
      hour)s?|within the hour`,
    ],
    LOOSE,
  ),
  // A bare ordinal is more often a rank than a date.
  ...rules(nextDate, [
    source`
      (?:by|before|until|till|due|due on|no later than) (?:the |(?=\d)|(?=[a-z-]+teenth|twent|
      thirt))${ORDINAL}${DATE_ENDS}`,
    `on the ${ORDINAL}${DATE_ENDS}`,
    source`
      (?:(?:that's|thats|that is|that'd be|it's|its|which is|so) |(?<=, ))the ${LATE}
      (?=\s*(?:[.,!?]|$|isn't|isnt|okay|of\b))`,
    `^(?:on |say |(?:call|make) (?:it|that) )?the ${LATE}(?=[\\s.,!?]*$)`,
    `(?<=\\b(?:him|her|them|you) )the ${LATE}(?=[\\s.,!?]*$)`,
    `the ${LATE}(?=,? (?:at the (?:very )?latest)\\b)`,
  ]),
  // A meeting is more often a thing than a day.
  ...rules(
    ({ weekday = '', which = '' }, day) =>
      weekday === '' ? addDays(day, 1) : weekdaySaid({ weekday, which }, day),
    [
      `(?:by|before|at|in|for|until|till) (?:(?<which>next )?${WEEKDAY}|tomorrow)'?s`,
      `(?:by|before|at|in|on|for|until|till) (?:the |our |their )?${WEEKDAY} ${OCCASION}`,
    ],
    '',
  ),
];

/** Words that imply a day without naming it: used only if the sentence names no day explicitly. */
export const LOOSE_DAY_RULES: readonly DayRule[] = [
  ...rules(
    (_said, day) => addDays(day, 1),
    [
      source`
        (?<!(?:\d|${NUMBER}) )in the morning|by (?:the )?morning|overnight${CLAUSE_ENDS}`,
      '(?<!the )(?<!\\bmy )first thing(?! (?:we|i|you|they|is|was|that|to)\\b)',
    ],
    LOOSE,
  ),
  ...rules(
    today,
    [
      AROUND_MEAL,
      '(?:straight |right )?after this(?=\\s*(?:[.,!?;]|$|and\\b|so\\b))',
      `(?:at|by|before|until|till) (?:their |our )?${O_CLOCK}${HOUR_ENDS}`,
      `(?:at|by|before) (?:lunch|lunchtime|midnight|${TIME.replaceAll('\\.?)', ')')})\\.?`,
    ],
    LOOSE,
  ),
  ...rules(
    ({ next = '' }, day) => fridayOf(day, next !== ''),
    [
      '(?:(?:some ?time|later|still|by the end of) )?this week',
      '(?:some ?time|by|later|during) (?<next>next) week',
    ],
    LOOSE,
  ),
];

/** One meaning in several wordings, in which a space stands for any white space; `after`: what must not follow. */
function rules(day: DayRule['day'], cores: readonly string[], after = AFTER): DayRule[] {
  return cores.map((core) => ({
    words: new RegExp(
      `(?<![\\w'])(?:${core})(?!\\w)${after}`.replaceAll(' ', '\\s+').replaceAll('\\s+?', '\\s*'),
      'gi',
    ),
    day,
  }));
}
