// English words for a day, and the day each means.
import { addDays, dayOf, endOfMonth, monthOf, weekdayOf, yearOf } from './calendar.ts';
import type { Day } from './calendar.ts';
import {
  COUNTS,
  MONTHS,
  ORDINALS,
  WEEKDAYS,
  comingWeekday,
  weekdayFromToday,
  weekdayNextWeek,
  fridayOf,
  endOfQuarter,
  endOfNamedMonth,
  nextDate,
  afterCount,
  later,
  sundayOf,
} from './named-days.ts';

const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const MONTH = `(?<month>${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
const DATE = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)?|${ORDINALS.toReversed().join('|')})`;
const ORDINAL = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)|${ORDINALS.toReversed().join('|')})`;
/** A rank is seldom higher than the fourth. */
const LATE_ORDINAL = `(?<date>(?:[5-9]|[12]\\d|3[01])(?:st|nd|rd|th)|${ORDINALS.slice(4).toReversed().join('|')})`;
const COUNT = `(?<count>\\d{1,2}|an?|${COUNTS.slice(1).join('|')})`;
const MEAL = '(?:lunch(?:\\s?time)?|dinner(?:\\s?time)?|breakfast|supper|(?:morning\\s+|afternoon\\s+)?tea(?:\\s?time)?|coffee)';
const AROUND_MEAL = `(?:(?:straight|right)\\s+)?(?:after|before|over|at)\\s+${MEAL}`;
const PART = `(?:\\s+(?:(?:in\\s+the\\s+)?(?:morning|afternoon|evening)|night|at noon|lunchtime|${AROUND_MEAL}))?`;
const TIME = `(?:noon|midday|(?:\\d{1,2}(?::\\d\\d)?|${COUNTS.slice(1).join('|')})\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o'clock))`;
const HOUR = `(?:(?:\\s+(?:at|by))?\\s+(?:midnight|lunchtime|${TIME}))?`;
const CLOCK = `(?:${TIME}\\s+(?:on\\s+)?)?`;
const END = '(?:the\\s+)?(?:very\\s+)?(?:end|close)\\s+of\\s+(?:the\\s+|this\\s+)?';
const AFTER =
  "(?!\\s*'s|\\s+or\\s+(?:so|two|three)\\b|\\s+(?:meeting|call|release|standup|stand-up|demo|review|session|workshop|sync|report|numbers|deadline|slot)\\b)";

export interface DayRule {
  readonly words: RegExp;
  readonly day: (found: Record<string, string | undefined>, today: Day) => Day | null;
}

/** In order of trust: the longest and plainest wording first. */
export const DAY_RULES: readonly DayRule[] = [
  rule('(?<year>20\\d\\d)-(?<m>\\d\\d)-(?<d>\\d\\d)', ({ year, m, d }) => dayOf(Number(year), Number(m), Number(d))),
  rule(`${END}(?<which>next\\s+)?week`, ({ which }, today) => fridayOf(today, which !== undefined)),
  rule(`${END}(?<which>next\\s+)?(?:month)`, ({ which }, today) =>
    endOfMonth(yearOf(today), monthOf(today) + (which === undefined ? 0 : 1)),
  ),
  rule(`(?:the\\s+)?last\\s+day\\s+of\\s+(?:the\\s+|this\\s+)?month`, (_found, today) => endOfMonth(yearOf(today), monthOf(today))),
  rule(`(?:the\\s+)?last\\s+day\\s+of\\s+${MONTH}`, ({ month }, today) => endOfNamedMonth(today, month)),
  rule(`${END}(?<which>next\\s+)?quarter`, ({ which }, today) => endOfQuarter(today, which !== undefined)),
  rule(`${END}(?<which>next\\s+)?year`, ({ which }, today) => endOfMonth(yearOf(today) + (which === undefined ? 0 : 1), 12)),
  rule(`${END}${MONTH}`, ({ month }, today) => endOfNamedMonth(today, month)),
  rule(`${END}(?:business\\s+)?(?<tomorrow>tomorrow)`, (_found, today) => addDays(today, 1)),
  rule(`${END}(?:business\\s+|play\\s+)?(?:on\\s+)?${WEEKDAY}`, ({ weekday }, today) => comingWeekday(today, weekday)),
  rule(
    `(?:${END}(?:business day|business|day|play)|eod|cob|end of today)(?:\\s+(?:today|(?<tomorrow>tomorrow)|(?:on\\s+)?${WEEKDAY}))?`,
    ({ tomorrow, weekday }, today) =>
      tomorrow !== undefined ? addDays(today, 1) : weekday === undefined ? today : comingWeekday(today, weekday),
  ),
  rule(`(?:the\\s+)?(?:start|beginning)\\s+of\\s+next\\s+week`, (_found, today) => addDays(today, 7 - weekdayOf(today))),
  rule(`(?<which>this|next)\\s+(?:coming\\s+)?${WEEKDAY}${PART}${HOUR}`, ({ which, weekday }, today) =>
    which?.toLowerCase() === 'next' ? weekdayNextWeek(today, weekday) : weekdayFromToday(today, weekday),
  ),
  rule(`(?:next\\s+week(?:'s)?(?:\\s+on)?\\s+${WEEKDAY})`, ({ weekday }, today) => weekdayNextWeek(today, weekday)),
  rule(`${WEEKDAY}(?:\\s+(?:of\\s+)?next\\s+week|\\s+next)`, ({ weekday }, today) => weekdayNextWeek(today, weekday)),
  rule(`${WEEKDAY}\\s+week`, ({ weekday }, today) => later(comingWeekday(today, weekday), 7)),
  rule(`(?:an?|one)\\s+week\\s+(?:from|on)\\s+${WEEKDAY}`, ({ weekday }, today) => later(comingWeekday(today, weekday), 7)),
  rule(`${WEEKDAY},?\\s+(?:the\\s+)?${ORDINAL}(?:\\s+of\\s+${MONTH})?`, ({ date, month }, today) => nextDate(today, date, month)),
  rule(`(?:${WEEKDAY},?\\s+)?${MONTH}\\s+(?:the\\s+)?${DATE}(?!\\d|:)`, ({ date, month }, today) => nextDate(today, date, month)),
  rule(`(?:${WEEKDAY},?\\s+)?(?:the\\s+)?${DATE}\\s+(?:of\\s+)?${MONTH}`, ({ date, month }, today) => nextDate(today, date, month)),
  rule(`${WEEKDAY}\\s+fortnight`, ({ weekday }, today) => later(comingWeekday(today, weekday), 14)),
  rule(`(?:this\\s+day|today)\\s+week|a\\s+week\\s+today`, (_found, today) => addDays(today, 7)),
  rule(`a\\s+week\\s+tomorrow|tomorrow\\s+week`, (_found, today) => addDays(today, 8)),
  rule(`(?:before|by)\\s+(?:the|this)\\s+weekend`, (_found, today) => fridayOf(today, false)),
  rule(`(?:over|at|on|during)\\s+the\\s+weekend|this\\s+(?:coming\\s+)?weekend`, (_found, today) => sundayOf(today)),
  rule(`next\\s+weekend`, (_found, today) => addDays(sundayOf(today), 7)),
  rule('the\\s+day\\s+after\\s+tomorrow', (_found, today) => addDays(today, 2)),
  rule(`${CLOCK}(?:the\\s+end\\s+of\\s+)?tomorrow${PART}${HOUR}`, (_found, today) => addDays(today, 1)),
  rule(`${CLOCK}(?:today|tonight|this\\s+(?:morning|afternoon|arvo|evening|minute|second|moment))${HOUR}`, (_found, today) => today),
  rule(`${CLOCK}${WEEKDAY}${PART}${HOUR}`, ({ weekday }, today) => comingWeekday(today, weekday)),
  rule(`(?:in|within)\\s+(?:the\\s+next\\s+)?${COUNT}\\s+(?<unit>day|week|month)s?(?:'?\\s+time)?`, ({ count, unit }, today) =>
    afterCount(today, count, unit),
  ),
  rule(
    `(?:in|within)\\s+(?:the\\s+next\\s+)?(?:${COUNT}|(?:a\\s+)?(?:couple\\s+of|few)|half\\s+an|twenty|thirty|fifteen)\\s+(?:minute|hour)s?`,
    (_found, today) => today,
  ),
  rule(
    '(?:right now|half an hour|in a (?:sec|second|minute|min|moment|bit)|(?:straight |right )?after (?:this|the) (?:call|meeting)|(?<=\\bthat )now(?=[.,]|$|\\s+(?:cause|because))|(?<=\\b(?:it|them) )now)',
    (_found, today) => today,
  ),
  rule(`(?:in|within)\\s+a\\s+fortnight`, (_found, today) => addDays(today, 14)),
  rule(`${COUNT}\\s+(?<unit>day|week|month)s?\\s+from\\s+(?:now|today)`, ({ count, unit }, today) => afterCount(today, count, unit)),
];
/** The end of the talk, of the shift or of the working day. */
const WHEN_OVER = [
  "(?:right\\s+)?(?:as soon as|soon as|the second|the minute|the moment|once|when|before)\\s+(?:we|i|you|they|y'all|yall)(?:'re|'m|re|m|\\s+are|\\s+am)?",
  '(?:all\\s+)?(?:done|finished|finish|hang\\s+up|ring\\s+off|break\\s+up|wrap\\s+up|off|out|gone|leave|go(?:\\s+to\\s+bed)?|get\\s+home|head\\s+(?:off|home|out)|clock\\s+(?:off|out)|knock\\s+off|log\\s+off|open|close)',
].join('\\s+');
/** The deed is over, or the matter changes: `when I'm done with the draft` is another moment. */
const ENDS =
  '(?:\\s+(?:home|here|this|the\\s+(?:call|phone)|of\\s+(?:here|this)|talking|up|again))*(?=\\s*(?:[.,!?;]|$|(?:at|and|so|then|before|because|would|please)\\b))';
const O_CLOCK = `(?:half\\s+(?:past\\s+)?|(?:(?:a\\s+)?quarter|five|ten|twenty)\\s+(?:to|past)\\s+)?(?:\\d{1,2}(?::\\d\\d|\\.\\d\\d)|[1-9]|1[0-2]|${COUNTS.slice(1).join('|')})`;

/** What means a day without naming it: believed only where nothing plainer is said. */
export const VAGUE_DAY_RULES: readonly DayRule[] = [
  vague(`(?<!(?:\\d|${COUNTS.slice(1).join('|')})\\s+)in\\s+the\\s+morning`, (_found, today) => addDays(today, 1)),
  vague(`(?<!the\\s+)(?<!\\bmy\\s+)first\\s+thing(?!\\s+(?:we|i|you|they|is|was|that|to)\\b)`, (_found, today) => addDays(today, 1)),
  vague(AROUND_MEAL, (_found, today) => today),
  vague(`(?:straight\\s+|right\\s+)?after\\s+this(?=\\s*(?:[.,!?;]|$|and\\b|so\\b))`, (_found, today) => today),
  vague(`${WHEN_OVER}${ENDS}`, (_found, today) => today),
  vague(
    `on\\s+(?:my|the|your|his|her)\\s+(?:way\\s+(?:out|home|back)|(?:lunch\\s+|tea\\s+|coffee\\s+)?break)|at\\s+(?:my|the|your|his|her|their)\\s+(?:lunch|tea|coffee)\\s+break|(?:by|before)\\s+tonight(?:'?s)?`,
    (_found, today) => today,
  ),
  vague(
    `(?:at|by|before|until|till)\\s+(?:their\\s+|our\\s+)?${O_CLOCK}(?=\\s*(?:[.,!?;]|$|(?:and|so|tonight|today|o'?clock|when|because|if|while|before)\\b))`,
    (_found, today) => today,
  ),
  vague(`(?:by|before)\\s+(?:lunch|lunchtime|midnight|${TIME})`, (_found, today) => today),
  vague(
    'before\\s+bed(?:time)?|after\\s+service|(?:in|on|over|at)\\s+my\\s+(?:lunch\\s+|tea\\s+|coffee\\s+)?break',
    (_found, today) => today,
  ),
  vague(
    `(?:when|once|as\\s+soon\\s+as|soon\\s+as|the\\s+(?:minute|second|moment))\\s+i(?:'m|m|\\s+am)\\s+(?:in\\s+the\\s+(?:car|van|truck|office)|on\\s+the\\s+(?:bus|train|tram)(?:\\s+home)?|upstairs|downstairs|outside|at\\s+my\\s+desk)`,
    (_found, today) => today,
  ),
  vague(`(?:(?:some\\s?time|later|still|by\\s+the\\s+end\\s+of)\\s+)?this\\s+week`, (_found, today) => fridayOf(today, false)),
];
/** Only after a word that sets a limit: a bare ordinal is more often a rank than a date. */
export const LIMITED_DAY_RULES: readonly DayRule[] = [
  {
    words: new RegExp(
      `\\b(?:by|before|until|till|due|due on|no later than)\\s+(?:the\\s+|(?=\\d)|(?=[a-z-]+teenth|twent|thirt))${ORDINAL}\\b(?!\\s+(?:of|time|one|week|month|quarter|half|version|draft|round)\\b)${AFTER}`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      `\\bon\\s+the\\s+${ORDINAL}\\b(?=\\s*(?:$|[.,!?]|(?:and|about|with|for|to|so|when|at|in|if|because|then|before|after|but|anyway)\\b))`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(
      `(?:\\b(?:that's|thats|that is|that'd be|it's|its|so)|,)\\s+the\\s+${LATE_ORDINAL}(?=\\s*(?:[.,!?]|$|isn't|isnt|okay|of\\b))`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(`\\b(?:by|before)\\s+(?<which>next\\s+)?${WEEKDAY}'s\\b`, 'gi'),
    day: ({ which, weekday }, today) => (which === undefined ? comingWeekday(today, weekday) : weekdayNextWeek(today, weekday)),
  },
];

function rule(core: string, day: DayRule['day']): DayRule {
  return { words: new RegExp(`(?<![\\w'])${core}(?!\\w)${AFTER}`, 'gi'), day };
}

function vague(core: string, day: DayRule['day']): DayRule {
  return { words: new RegExp(`(?<![\\w'])${core}(?![\\w'])`, 'gi'), day };
}
