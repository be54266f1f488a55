// Dates that count only next to words that set a deadline. English.
import { addDays } from './calendar.ts';
import { LATE_ORDINAL, OCCASION, ORDINAL, WEEKDAY } from './date-patterns.ts';
import type { DayRule } from './date-patterns.ts';
import { comingWeekday, nextDate, weekdayNextWeek } from './named-dates.ts';

/** A rank is followed by what it counts (`the third stage`); a date is followed by none of these. */
const DATE_ENDS = [
  '\\b(?=\\s*(?:$|[.,!?]|(?:and|or|but|about|with|for|to|so|when|at|in|if|as|on|because|then|before|',
  "after|latest|already|also|though|anyway|please|okay|right|i|i'll|we|we'll|you|he|she|they)\\b))",
].join('');

/**
 * Only next to words that set a deadline: a bare ordinal is more often a rank than a date, and a meeting
 * is more often a thing than a day.
 */
export const LIMITED_DAYS: readonly DayRule[] = [
  {
    words: new RegExp(
      [
        '\\b(?:by|before|until|till|due|due on|no later than)\\s+(?:the\\s+|(?=\\d)|',
        `(?=[a-z-]+teenth|twent|thirt))${ORDINAL}${DATE_ENDS}`,
      ].join(''),
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(`\\bon\\s+the\\s+${ORDINAL}${DATE_ENDS}`, 'gi'),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      [
        `(?:\\b(?:that's|thats|that is|that'd be|it's|its|which is|so)|,)\\s+the\\s+${LATE_ORDINAL}`,
        "(?=\\s*(?:[.,!?]|$|isn't|isnt|okay|of\\b))",
      ].join(''),
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      `^(?:on\\s+|say\\s+|(?:call|make)\\s+(?:it|that)\\s+)?the\\s+${LATE_ORDINAL}(?=[\\s.,!?]*$)`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      `(?<=\\b(?:him|her|them|you)\\s+)the\\s+${LATE_ORDINAL}(?=[\\s.,!?]*$)`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(`\\bthe\\s+${LATE_ORDINAL}(?=,?\\s+(?:at the (?:very )?latest)\\b)`, 'gi'),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      `\\b(?:by|before|at|in|for|until|till)\\s+(?:(?<which>next\\s+)?${WEEKDAY}|tomorrow)'?s\\b`,
      'gi',
    ),
    day: ({ which, weekday }, today) =>
      weekday === undefined
        ? addDays(today, 1)
        : which === undefined
          ? comingWeekday(today, weekday)
          : weekdayNextWeek(today, weekday),
  },
  {
    words: new RegExp(
      `\\b(?:by|before|at|in|on|for|until|till)\\s+(?:the\\s+|our\\s+|their\\s+)?${WEEKDAY}\\s+${OCCASION}\\b`,
      'gi',
    ),
    day: ({ weekday }, today) => comingWeekday(today, weekday),
  },
];
