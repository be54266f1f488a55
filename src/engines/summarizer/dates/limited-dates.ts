// Dates that count only next to words that set a deadline. English.
import { addDays } from './calendar.ts';
import { LATE_ORDINAL, OCCASION, ORDINAL, WEEKDAY } from './date-patterns.ts';
import type { DayRule } from './date-patterns.ts';
import { comingWeekday, nextDate, weekdayNextWeek } from './named-dates.ts';
import { pattern, source } from '../text/pattern.ts';

/** A rank is followed by what it counts (`the third stage`); a date is followed by none of these. */
const DATE_ENDS = source`
  \b(?=\s*(?:$|[.,!?]|(?:and|or|but|about|with|for|to|so|when|at|in|if|as|on|because|then|
  before|after|latest|already|also|though|anyway|please|okay|right|i|i'll|we|we'll|you|he|she|
  they)\b))`;

/** A bare ordinal is more often a rank than a date. */
const ORDINALS = [
  pattern('gi')`
    \b(?:by|before|until|till|due|due on|no later than)\s+(?:the\s+|(?=\d)|(?=[a-z-]+teenth|twent|
    thirt))${ORDINAL}${DATE_ENDS}`,
  pattern('gi')`\bon\s+the\s+${ORDINAL}${DATE_ENDS}`,
  pattern('gi')`
    (?:\b(?:that's|thats|that is|that'd be|it's|its|which is|so)|,)\s+the\s+${LATE_ORDINAL}
    (?=\s*(?:[.,!?]|$|isn't|isnt|okay|of\b))`,
  pattern('gi')`
    ^(?:on\s+|say\s+|(?:call|make)\s+(?:it|that)\s+)?the\s+${LATE_ORDINAL}(?=[\s.,!?]*$)`,
  pattern('gi')`(?<=\b(?:him|her|them|you)\s+)the\s+${LATE_ORDINAL}(?=[\s.,!?]*$)`,
  pattern('gi')`\bthe\s+${LATE_ORDINAL}(?=,?\s+(?:at the (?:very )?latest)\b)`,
];

/** A meeting is more often a thing than a day. */
export const LIMITED_DAYS: readonly DayRule[] = [
  ...ORDINALS.map((words): DayRule => {
    return { words, day: ({ date }, today) => nextDate(today, date, undefined) };
  }),
  {
    words: pattern('gi')`
      \b(?:by|before|at|in|for|until|till)\s+(?:(?<which>next\s+)?${WEEKDAY}|tomorrow)'?s\b`,
    day: ({ which, weekday }, today) =>
      weekday === undefined
        ? addDays(today, 1)
        : which === undefined
          ? comingWeekday(today, weekday)
          : weekdayNextWeek(today, weekday),
  },
  {
    words: pattern('gi')`
      \b(?:by|before|at|in|on|for|until|till)\s+(?:the\s+|our\s+|their\s+)?${WEEKDAY}\s+${OCCASION}\b`,
    day: ({ weekday }, today) => comingWeekday(today, weekday),
  },
];
