// The day that the words of a date mean. English.
import file from '../words/words.json' with { type: 'json' };
import { type Day, addDays, dayOf, monthOf, weekdayOf, yearOf } from './calendar.ts';

/** What a pattern found, in lower case, by the names of its groups; empty for what was not said. */
export type Words = Readonly<Record<string, string>>;

const { units, teens, ...names } = file.calendar;
export const WEEKDAYS = names.weekdays.split(' ');
export const MONTHS = names.months.split(' ');
export const COUNTS = Object.keys(names.counts);
export const TENS = Object.keys(names.tens);
const VALUES = new Map(Object.entries({ ...names.counts, ...names.tens, couple: 2 }));
export const ORDINALS = [
  ...units.split(' '),
  ...teens.split(' '),
  ...units.split(' ').map((unit) => `twenty[- ]${unit}`),
  'thirtieth',
  'thirty[- ]first',
];

export function comingWeekday(today: Day, weekday: string): Day {
  return addDays(today, ((WEEKDAYS.indexOf(weekday) - weekdayOf(today) + 6) % 7) + 1);
}

export function sundayOf(today: Day): Day {
  return addDays(today, 6 - weekdayOf(today));
}

/** The working week ends on Friday; at a weekend the coming one is meant. */
export function fridayOf(today: Day, isNextWeek = false): Day {
  return comingWeekday(isNextWeek ? sundayOf(today) : addDays(today, -1), 'friday');
}

/** `this Tuesday`, `Tuesday next week`, `the Tuesday after next`. */
export function weekdaySaid({ which = '', weekday = '', more = '' }: Words, today: Day): Day {
  if (which.startsWith('this')) return comingWeekday(addDays(today, -1), weekday);
  const isNext = which !== '' || more !== '';
  const day = comingWeekday(isNext ? sundayOf(today) : today, weekday);
  return more.endsWith('after next') ? addDays(day, 7) : day;
}

/** `in two weeks`, `within 48 hours`, `a fortnight on Monday`, `Friday in a week`, `tomorrow week`. */
export function afterCount(
  { count = '', unit = '', weekday = '', tomorrow = '', away = '' }: Words,
  today: Day,
): Day {
  const values = count.split(/[ -]/).map((word) => VALUES.get(word) ?? (Number(word) || 0));
  const number = values.reduce((sum, value) => sum + value, 0) || 1;
  const first = addDays(today, tomorrow === '' ? (away === '' ? 0 : -1) : 1);
  const from = weekday === '' ? first : comingWeekday(first, weekday);
  if (unit === 'hour') return addDays(from, Math.floor(number / 24));
  const days = { day: 1, week: 7, fortnight: 14 }[unit];
  if (days !== undefined) return addDays(from, number * days);
  const [year, month] = [yearOf(from), monthOf(from) + number];
  return Math.min(Date.UTC(year, month, 0), Date.UTC(year, month - 1, new Date(from).getUTCDate()));
}

/** `early next week`, `mid-December`, `the end of the quarter`. */
export function partOf(
  { part = '', next = '', unit = '', more = '' }: Words,
  today: Day,
): Day | null {
  const side = /mid/.test(part) ? 1 : /start|beginning|early/.test(part) ? 0 : 2;
  if (unit === 'week') {
    const from = next === '' && more === '' ? addDays(today, side === 2 ? -1 : 0) : sundayOf(today);
    const day = comingWeekday(from, ['monday', 'wednesday', 'friday'][side] ?? '');
    return more === '' ? day : addDays(day, 7);
  }
  const ahead = next === '' ? 0 : 1;
  const quarter = Number(unit.slice(1)) || Math.ceil(monthOf(today) / 3) + ahead;
  const month =
    monthNamed(unit) ||
    { month: monthOf(today) + ahead, year: 12 + 12 * ahead }[unit] ||
    quarter * 3;
  // A quarter and a year begin before their last month.
  const before = unit === 'year' ? [11, 6] : monthNamed(unit) > 0 || unit === 'month' ? [] : [2, 1];
  const days = [month, month + ({ month: 1, quarter: 3 }[unit] ?? 12)].map((one) =>
    side === 2
      ? Date.UTC(yearOf(today), one, 0)
      : dayOf(yearOf(today), one - (before[side] ?? 0), side === 0 ? 1 : 15),
  );
  return days.find((day) => day !== null && day >= today) ?? null;
}

/** `the second Tuesday of December`, `the last Friday of the month`; without a month, of this one or the next. */
export function nthWeekday(
  { nth = '', weekday = '', next = '', month = '' }: Words,
  today: Day,
): Day | null {
  const named = monthNamed(month);
  const first = named || monthOf(today) + (next === '' ? 0 : 1);
  const rank = ORDINALS.indexOf(nth);
  const days = [first, first + (named > 0 ? 12 : 1)].map((one) =>
    rank < 0
      ? weekdayBefore(Date.UTC(yearOf(today), one, 1), weekday)
      : addDays(comingWeekday(Date.UTC(yearOf(today), one - 1, 0), weekday), rank * 7),
  );
  return days.find((day) => day >= today) ?? null;
}

/** The last such weekday before a day. */
export function weekdayBefore(day: Day, weekday: string): Day {
  return comingWeekday(addDays(day, -8), weekday);
}

/** The next such date, today included; without a month, of this month or one soon after; with a year, in it. */
export function nextDate(
  { date = '', month = '', next = '', year = '' }: Words,
  today: Day,
): Day | null {
  const ordinal = ORDINALS.findIndex((name) => new RegExp(`^${name}$`).test(date)) + 1;
  const number = ordinal > 0 ? ordinal : Number.parseInt(date, 10);
  const named = monthNamed(month);
  const first = named || monthOf(today) + (next === '' ? 0 : 1);
  const steps = year !== '' ? [0] : named > 0 ? [0, 12] : [0, 1, 2];
  const days = steps.map((step) => dayOf(Number(year) || yearOf(today), first + step, number));
  return days.find((day) => day !== null && day >= today) ?? null;
}

/** `11/27`, `27/11/2026`, `27.11.2026`; null where either figure may be the month. */
export function dateInFigures(
  { first = '', second = '', dot = '', year = '' }: Words,
  today: Day,
): Day | null {
  const isDayFirst = dot !== '' || Number(first) > 12;
  if (!isDayFirst && Number(second) <= 12 && first !== second) return null;
  const [date, month] = isDayFirst ? [first, second] : [second, first];
  const named = MONTHS[Number(month) - 1];
  return named === undefined ? null : nextDate({ date, month: named, year }, today);
}

/** 1 to 12, by its name or the first three letters or more of it; 0 for none. */
function monthNamed(name: string): number {
  return name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}
