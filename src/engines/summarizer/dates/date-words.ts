// English words that explicitly name a day, and the day that each means.
import { addDays, dayOf, endOfMonth, monthOf, weekdayOf, yearOf } from './calendar.ts';
import { CLOCK, COUNT, DATE, END, MONTH, ORDINAL, PART, WEEKDAY, rule } from './date-patterns.ts';
import type { DayRule } from './date-patterns.ts';
import { LIMITED_DAYS } from './limited-dates.ts';
import { FEAST, comingFeast } from './holidays.ts';
import {
  afterCount,
  comingWeekday,
  endOfNamedMonth,
  endOfQuarter,
  fridayOf,
  later,
  nextDate,
  nthWeekday,
  sundayOf,
  weekdayBefore,
  weekdayFromToday,
  weekdayNextWeek,
} from './named-dates.ts';
import { pattern, source } from '../text/pattern.ts';

const START = '(?:(?:the\\s+)?(?:very\\s+)?(?:start|beginning)\\s+of|early(?:\\s+in)?)';
const MIDDLE = '(?:(?:the\\s+)?middle\\s+of|mid)(?:\\s+|-)(?:the\\s+|this\\s+)?';
const LAST_DAY = `(?:${END}|(?:the\\s+)?last\\s+day\\s+of\\s+(?:the\\s+|this\\s+)?)`;
const OF_MONTH = '(?:of|in)\\s+(?:(?<next>next\\s+month)|(?:the|this)\\s+month|';

const PERIODS: readonly DayRule[] = [
  rule(`(?:${END}|late\\s+|late\\s+in\\s+)the\\s+week\\s+after\\s+next`, (_found, today) =>
    addDays(fridayOf(today, true), 7),
  ),
  rule(`(?:${END}|late\\s+(?:in\\s+)?(?=next))(?<which>next\\s+)?week`, ({ which }, today) =>
    fridayOf(today, which !== undefined),
  ),
  rule(`${START}\\s+next\\s+week`, (_found, today) => addDays(today, 7 - weekdayOf(today))),
  rule(`(?:the\\s+)?(?:start|beginning)\\s+of\\s+the\\s+week`, (_found, today) =>
    comingWeekday(today, 'monday'),
  ),
  rule(`${MIDDLE}next\\s+week|midweek\\s+next\\s+week`, (_found, today) =>
    weekdayNextWeek(today, 'wednesday'),
  ),
  rule(`${MIDDLE}week|midweek`, (_found, today) => comingWeekday(today, 'wednesday')),
  rule(
    `(?:${LAST_DAY}(?<which>next\\s+)?month|(?:the\\s+)?month(?:'s)?[\\s-]+end)`,
    ({ which }, today) => endOfMonth(yearOf(today), monthOf(today) + (which === undefined ? 0 : 1)),
  ),
  rule(`${START}\\s+next\\s+month`, (_found, today) => Date.UTC(yearOf(today), monthOf(today), 1)),
  rule(`(?:the\\s+)?(?:start|beginning)\\s+of\\s+${MONTH}`, ({ month }, today) =>
    nextDate(today, '1', month),
  ),
  rule(`${MIDDLE}(?:${MONTH}|month)`, ({ month }, today) => nextDate(today, '15', month)),
  rule(
    `${END}(?:q(?<quarter>[1-4])|(?<which>next\\s+)?quarter)|quarter[\\s-]+end`,
    ({ quarter, which }, today) => endOfQuarter(today, which !== undefined, quarter),
  ),
  rule(`${END}(?<which>next\\s+)?year|(?:the\\s+)?year(?:'s)?[\\s-]+end`, ({ which }, today) =>
    endOfMonth(yearOf(today) + (which === undefined ? 0 : 1), 12),
  ),
  rule(`${LAST_DAY}${MONTH}`, ({ month }, today) => endOfNamedMonth(today, month)),
  rule(`${END}(?:business\\s+)?(?<tomorrow>tomorrow)`, (_found, today) => addDays(today, 1)),
  rule(`${END}(?:business\\s+|play\\s+)?(?:on\\s+)?${WEEKDAY}`, ({ weekday }, today) =>
    comingWeekday(today, weekday),
  ),
];

const FEAST_DAYS: readonly DayRule[] = [
  rule(`${WEEKDAY}\\s+(?<side>before|after)\\s+${FEAST}`, ({ weekday, side, feast }, today) => {
    const day = comingFeast(today, feast);
    if (day === null) return null;
    return side?.toLowerCase() === 'before'
      ? weekdayBefore(day, weekday)
      : comingWeekday(day, weekday);
  }),
  rule(
    `(?<=\\b(?:before|by|until|till|on|for|in time for|latest|at)\\s+)${FEAST}`,
    ({ feast }, today) => comingFeast(today, feast),
  ),
];

const WEEKS_ON: readonly DayRule[] = [
  rule(
    `(?<which>this|next)\\s+(?:coming\\s+)?${WEEKDAY}(?!\\s+(?:week|fortnight)\\b)${PART}`,
    ({ which, weekday }, today) =>
      which?.toLowerCase() === 'next'
        ? weekdayNextWeek(today, weekday)
        : weekdayFromToday(today, weekday),
  ),
  rule(`(?:next\\s+week(?:'s)?(?:\\s+on)?\\s+${WEEKDAY})${PART}`, ({ weekday }, today) =>
    weekdayNextWeek(today, weekday),
  ),
  rule(`${WEEKDAY}(?:\\s+(?:in|of)\\s+the\\s+week)?\\s+after\\s+next`, ({ weekday }, today) =>
    later(weekdayNextWeek(today, weekday), 7),
  ),
  rule(`${WEEKDAY}${PART}(?:\\s+(?:of\\s+)?next\\s+week|\\s+next)`, ({ weekday }, today) =>
    weekdayNextWeek(today, weekday),
  ),
  rule(`${WEEKDAY}\\s+(?:week|(?<fortnight>fortnight))`, ({ weekday, fortnight }, today) =>
    later(comingWeekday(today, weekday), fortnight === undefined ? 7 : 14),
  ),
  rule(`(?:this\\s+day|today)\\s+week`, (_found, today) => addDays(today, 7)),
  rule(`tomorrow\\s+week`, (_found, today) => addDays(today, 8)),
  rule(
    source`
      (?:${COUNT}\s+(?:week|(?<fortnight>fortnight))s?)\s+(?:from\s+|on\s+)?(?:${WEEKDAY}|
      (?<today>today|now)|tomorrow)`,
    ({ count, fortnight, weekday, today: from }, today) => {
      const start =
        weekday !== undefined
          ? comingWeekday(today, weekday)
          : addDays(today, from === undefined ? 1 : 0);
      const weeks = afterCount(0, count, 'week');
      return start === null || weeks === null
        ? null
        : start + weeks * (fortnight === undefined ? 1 : 2);
    },
  ),
];

const DATES: readonly DayRule[] = [
  rule(
    `(?:the\\s+)?(?<nth>first|second|third|fourth|last)\\s+${WEEKDAY}\\s+${OF_MONTH}${MONTH})`,
    ({ nth, weekday, next, month }, today) =>
      nthWeekday(today, nth, weekday, month, next !== undefined),
  ),
  rule(
    `(?:the\\s+)?${ORDINAL}\\s+of\\s+(?:(?<next>next)|this|the)\\s+month`,
    ({ date, next }, today) =>
      nextDate(
        next === undefined ? today : Date.UTC(yearOf(today), monthOf(today), 1),
        date,
        undefined,
      ),
  ),
  rule(
    `${WEEKDAY},?\\s+(?:the\\s+)?${ORDINAL}(?!\\s+thing\\b)(?:\\s+(?:of\\s+)?${MONTH})?`,
    ({ date, month }, today) => nextDate(today, date, month),
  ),
  rule(
    `(?:${WEEKDAY},?\\s+)?${MONTH}\\s+(?:the\\s+)?${DATE}(?!\\d|:)(?:,?\\s+20\\d\\d)?`,
    ({ date, month }, today) => nextDate(today, date, month),
  ),
  rule(
    `(?:${WEEKDAY},?\\s+)?(?:the\\s+)?${DATE}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+20\\d\\d)?`,
    ({ date, month }, today) => nextDate(today, date, month),
  ),
];

const NEAR_DAYS: readonly DayRule[] = [
  rule(`(?:before|by)\\s+(?:the|this)\\s+weekend`, (_found, today) => fridayOf(today, false)),
  rule(`(?:over|at|on|during)\\s+the\\s+weekend|this\\s+(?:coming\\s+)?weekend`, (_found, today) =>
    sundayOf(today),
  ),
  rule(`next\\s+weekend`, (_found, today) => addDays(sundayOf(today), 7)),
  rule(
    '(?:the\\s+day\\s+after\\s+tomorrow|tomorrow\\s+or\\s+the\\s+day\\s+after)',
    (_found, today) => addDays(today, 2),
  ),
  rule(`${CLOCK}(?:the\\s+end\\s+of\\s+)?tomorrow${PART}`, (_found, today) => addDays(today, 1)),
  rule(
    source`
      ${CLOCK}(?:(?:later\s+)?today|tonight|this\s+(?:morning|afternoon|arvo|evening|minute|
      second|moment|lunchtime))(?:\s+(?:morning|evening|itself))*${PART}`,
    (_found, today) => today,
  ),
  rule(`${CLOCK}${WEEKDAY}${PART}(?!\\s+before(?:[.,?!]|$))`, ({ weekday }, today) =>
    comingWeekday(today, weekday),
  ),
  rule(
    source`
      (?:${END}(?:business day|business|day|play)|eod|cob|cop|end of today)(?:\s+(?:today|
      (?<tomorrow>tomorrow)|(?:on\s+)?${WEEKDAY}))?`,
    ({ tomorrow, weekday }, today) =>
      tomorrow !== undefined
        ? addDays(today, 1)
        : weekday === undefined
          ? today
          : comingWeekday(today, weekday),
  ),
  rule(`close\\s+(?:on\\s+)?${WEEKDAY}`, ({ weekday }, today) => comingWeekday(today, weekday)),
  rule(
    source`
      (?:in|within)\s+(?:the\s+next\s+)?(?:about\s+|around\s+)?${COUNT}\s+(?<unit>day|week|
      month|fortnight)(?:s'|'s|s)?(?:\s+time)?`,
    ({ count, unit }, today) => afterCount(today, count, unit),
  ),
  rule(`within\\s+the\\s+(?<unit>week|fortnight|month)`, ({ unit }, today) =>
    afterCount(today, 'a', unit),
  ),
  {
    words: pattern('gi')`
      \b(?:(?:in|within)\s+(?:the\s+next\s+)?(?:about\s+|around\s+)?(?:${COUNT}|half\s+an|
      twenty|thirty|fifteen|forty|ninety)\s+(?:minute|min|hour)s?|within\s+the\s+hour)\b`,
    day: (_found, today) => today,
  },
  rule(
    source`
      (?:right now|half an hour|in a (?:sec|second|minute|min|moment|bit)|(?:straight |
      right )?after (?:this|the) (?:call|meeting)|(?<=\bthat )now(?=[.,]|$|\s+(?:cause|
      because))|(?<=\b(?:it|them) )now|now-ish)`,
    (_found, today) => today,
  ),
  rule(`${COUNT}\\s+(?<unit>day|week|month)s?\\s+from\\s+(?:now|today)`, ({ count, unit }, today) =>
    afterCount(today, count, unit),
  ),
];

/** Most reliable first: the longest and most explicit wording. */
export const DAY_RULES: readonly DayRule[] = [
  rule('(?<year>20\\d\\d)-(?<m>\\d\\d)-(?<d>\\d\\d)', ({ year, m, d }) =>
    dayOf(Number(year), Number(m), Number(d)),
  ),
  ...FEAST_DAYS,
  ...DATES,
  ...PERIODS,
  ...WEEKS_ON,
  ...NEAR_DAYS,
  ...LIMITED_DAYS,
];
