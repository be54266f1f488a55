import { addDays, dayOf, endOfMonth, monthOf, weekdayOf, yearOf } from './calendar.ts';
import type { Day } from './calendar.ts';

/** A due date found in a sentence: the words that said it and the day they mean. */
export interface DueDate {
  readonly day: Day;
  /** Where the words stand in the sentence, preposition included. */
  readonly from: number;
  readonly to: number;
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
  'twenty[- ]first',
  'twenty[- ]second',
  'twenty[- ]third',
  'twenty[- ]fourth',
  'twenty[- ]fifth',
  'twenty[- ]sixth',
  'twenty[- ]seventh',
  'twenty[- ]eighth',
  'twenty[- ]ninth',
  'thirtieth',
  'thirty[- ]first',
];
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const MONTH = `(?<month>${MONTHS.join('|')})`;
const DATE = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)?|${ORDINALS.toReversed().join('|')})`;
const ORDINAL = `(?<date>(?:[12]?\\d|3[01])(?:st|nd|rd|th)|${ORDINALS.toReversed().join('|')})`;
const COUNT = `(?<count>\\d{1,2}|an?|${COUNTS.slice(1).join('|')})`;
const PART = '(?:\\s+(?:morning|afternoon|evening|night|at noon|at lunchtime|lunchtime))?';
const TIME = `(?:noon|midday|(?:\\d{1,2}(?::\\d\\d)?|${COUNTS.slice(1).join('|')})\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o'clock))`;
const HOUR = `(?:(?:\\s+(?:at|by))?\\s+(?:midnight|lunchtime|${TIME}))?`;
const CLOCK = `(?:${TIME}\\s+(?:on\\s+)?)?`;
/** The words that lead up to a day; found backwards from it, since most sentences hold no day. */
const BEFORE =
  /(?<![\w'])(?:(?:no later than|not later than|due(?: (?:on|by))?|by|before|until|till|on|for|at)\s+)?(?:(?:the\s+)?latest\s+(?:by\s+)?)?(?:first thing\s+(?:on\s+)?|early\s+(?:on\s+)?|some ?time\s+)?$/i;
const LONGEST_LEAD_CHARACTERS = 60;
const END = '(?:the\\s+)?(?:very\\s+)?(?:end|close)\\s+of\\s+(?:the\\s+|this\\s+)?';
const AFTER =
  "(?!\\s*'s|\\s+or\\s+(?:so|two|three)\\b|\\s+(?:meeting|call|release|standup|stand-up|demo|review|session|workshop|sync|report|numbers|deadline|slot)\\b)";

interface Rule {
  readonly words: RegExp;
  readonly day: (found: Record<string, string | undefined>, today: Day) => Day | null;
}

/** In order of trust: the longest and plainest wording first. */
const RULES: readonly Rule[] = [
  rule('(?<year>20\\d\\d)-(?<m>\\d\\d)-(?<d>\\d\\d)', ({ year, m, d }) => dayOf(Number(year), Number(m), Number(d))),
  rule(`${END}(?<which>next\\s+)?week`, ({ which }, today) => fridayOf(today, which !== undefined)),
  rule(`${END}(?<which>next\\s+)?(?:month)`, ({ which }, today) =>
    endOfMonth(yearOf(today), monthOf(today) + (which === undefined ? 0 : 1)),
  ),
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
  rule('the\\s+day\\s+after\\s+tomorrow', (_found, today) => addDays(today, 2)),
  rule(`${CLOCK}(?:the\\s+end\\s+of\\s+)?tomorrow${PART}${HOUR}`, (_found, today) => addDays(today, 1)),
  rule(`${CLOCK}(?:today|tonight|this\\s+(?:morning|afternoon|evening))${HOUR}`, (_found, today) => today),
  rule(`${CLOCK}${WEEKDAY}${PART}${HOUR}`, ({ weekday }, today) => comingWeekday(today, weekday)),
  rule(`(?:in|within)\\s+(?:the\\s+next\\s+)?${COUNT}\\s+(?<unit>day|week|month)s?(?:'?\\s+time)?`, ({ count, unit }, today) =>
    afterCount(today, count, unit),
  ),
  rule(
    `(?:in|within)\\s+(?:the\\s+next\\s+)?(?:${COUNT}|(?:a\\s+)?(?:couple\\s+of|few)|half\\s+an|twenty|thirty|fifteen)\\s+(?:minute|hour)s?`,
    (_found, today) => today,
  ),
  rule(
    '(?:right now|half an hour|(?:straight |right )?after (?:this|the) (?:call|meeting)|(?<=\\bthat )now(?=[.,]|$|\\s+(?:cause|because))|(?<=\\b(?:it|them) )now)',
    (_found, today) => today,
  ),
  rule(`(?:in|within)\\s+a\\s+fortnight`, (_found, today) => addDays(today, 14)),
  rule(`${COUNT}\\s+(?<unit>day|week|month)s?\\s+from\\s+(?:now|today)`, ({ count, unit }, today) => afterCount(today, count, unit)),
];
/** Only after a word that sets a limit: a bare ordinal is more often a rank than a date. */
const LIMITED_RULES: readonly Rule[] = [
  {
    words: new RegExp(
      `\\b(?:by|before|until|till|due|due on|no later than)\\s+(?:the\\s+)?${ORDINAL}\\b(?!\\s+(?:of|time|one|week|month|quarter|half|version|draft|round)\\b)${AFTER}`,
      'gi',
    ),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  {
    words: new RegExp(`\\bon\\s+the\\s+${ORDINAL}\\b(?=\\s*(?:$|[.,!?]|and\\b))`, 'gi'),
    day: ({ date }, today) => nextDate(today, date, undefined),
  },
  { words: new RegExp(`\\b(?:by|before)\\s+(?:lunch|lunchtime|midnight|${TIME})(?!\\w)`, 'gi'), day: (_found, today) => today },
];
/** Most sentences name no day; this spares them the rules. */
const HINT =
  /\d|day|now\b|hour|minute|meeting|call\b|tomorrow|tonight|morning|evening|week|month|year|quarter|noon|lunch|midnight|o'clock|[ap]\.?m\b|\b(?:end|close|eod|cob|fortnight|first|second|third|january|february|march|april|may|june|july|august|september|october|november|december)\b|(?:th|first|second|third)\b/i;
const NOT_A_LIMIT =
  /\b(?:last|since|from|past|after|previous|every|each|of|until now|like|than|earlier|between|starting|not(?: \w+)? (?:by|before|until|on))\s*(?:on\s+|the\s+)?$/i;

/** The due date that a sentence names, last one first since a speaker corrects forwards; null when it names none. */
export function resolveDueDate(text: string, today: Day | null): DueDate | null {
  const found = allDueDates(text, today);
  return found[found.length - 1] ?? null;
}

/** True when the text names a day in words, whether or not it can be resolved. */
export function namesDay(text: string): boolean {
  return allDueDates(text, 0).length > 0;
}

/** Every due date in a sentence, in its order. */
export function allDueDates(text: string, today: Day | null): DueDate[] {
  if (today === null || !HINT.test(text)) return [];
  const dates: DueDate[] = [];
  for (const { words, day } of [...RULES, ...LIMITED_RULES]) {
    for (const match of text.matchAll(words)) {
      const head = text.slice(Math.max(0, match.index - LONGEST_LEAD_CHARACTERS), match.index);
      const from = match.index - (BEFORE.exec(head)?.[0].length ?? 0);
      const to = match.index + match[0].length;
      if (dates.some((other) => from < other.to && other.from < to)) continue;
      if (NOT_A_LIMIT.test(text.slice(0, from))) continue;
      const resolved = day(match.groups ?? {}, today);
      if (resolved !== null && resolved >= today) dates.push({ day: resolved, from, to });
    }
  }
  return dates.toSorted((a, b) => a.from - b.from);
}

function rule(core: string, day: Rule['day']): Rule {
  return { words: new RegExp(`(?<![\\w'])${core}(?!\\w)${AFTER}`, 'gi'), day };
}

function comingWeekday(today: Day, name: string | undefined): Day | null {
  const wanted = WEEKDAYS.indexOf((name ?? '').toLowerCase());
  if (wanted < 0) return null;
  return addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1);
}

function weekdayFromToday(today: Day, name: string | undefined): Day | null {
  const wanted = WEEKDAYS.indexOf((name ?? '').toLowerCase());
  return wanted < 0 ? null : addDays(today, (wanted - weekdayOf(today) + 7) % 7);
}

function weekdayNextWeek(today: Day, name: string | undefined): Day | null {
  const wanted = WEEKDAYS.indexOf((name ?? '').toLowerCase());
  return wanted < 0 ? null : addDays(today, 7 - weekdayOf(today) + wanted);
}

/** The working week ends on Friday; at a weekend the coming one is meant. */
function fridayOf(today: Day, nextWeek: boolean): Day {
  const friday = addDays(today, (4 - weekdayOf(today) + 7) % 7);
  return nextWeek ? addDays(today, 7 - weekdayOf(today) + 4) : friday;
}

function endOfQuarter(today: Day, next: boolean): Day {
  const last = Math.ceil(monthOf(today) / 3) * 3;
  return endOfMonth(yearOf(today), last + (next ? 3 : 0));
}

function endOfNamedMonth(today: Day, name: string | undefined): Day | null {
  const month = MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  if (month === 0) return null;
  const thisYear = endOfMonth(yearOf(today), month);
  return thisYear >= today ? thisYear : endOfMonth(yearOf(today) + 1, month);
}

/** The next such date, today included; without a month, of this month or one soon after that has it. */
function nextDate(today: Day, date: string | undefined, monthName: string | undefined): Day | null {
  const spoken = (date ?? '').toLowerCase();
  const ordinal = ORDINALS.findIndex((name) => new RegExp(`^${name}$`).test(spoken)) + 1;
  const number = ordinal > 0 ? ordinal : Number.parseInt(spoken, 10);
  const named = MONTHS.indexOf((monthName ?? '').toLowerCase()) + 1;
  const steps = named > 0 ? [0, 12] : [0, 1, 2];
  for (const step of steps) {
    const month = (named > 0 ? named : monthOf(today)) + step;
    const day = dayOf(yearOf(today) + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, number);
    if (day !== null && day >= today) return day;
  }
  return null;
}

function afterCount(today: Day, count: string | undefined, unit: string | undefined): Day | null {
  const spoken = (count ?? '').toLowerCase();
  const number = /^an?$/.test(spoken) ? 1 : /^\d+$/.test(spoken) ? Number(spoken) : COUNTS.indexOf(spoken);
  if (number < 1) return null;
  if (unit?.toLowerCase() !== 'month') return addDays(today, number * (unit?.toLowerCase() === 'week' ? 7 : 1));
  const month = monthOf(today) + number;
  const last = endOfMonth(yearOf(today), month);
  return Math.min(last, Date.UTC(yearOf(today), month - 1, new Date(today).getUTCDate()));
}

function later(day: Day | null, days: number): Day | null {
  return day === null ? null : addDays(day, days);
}
