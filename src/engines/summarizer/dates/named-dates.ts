import { addDays, dayOf, endOfMonth, monthOf, weekdayOf, yearOf } from './calendar.ts';
import type { Day } from './calendar.ts';
import { wordSet } from '../text/pattern.ts';

export const WEEKDAYS = [...wordSet('monday tuesday wednesday thursday friday saturday sunday')];
export const MONTHS = [
  ...wordSet(`
    january february march april may june july august september october november december`),
];
const UNITS = [...wordSet('first second third fourth fifth sixth seventh eighth ninth')];
export const ORDINALS = [
  ...UNITS,
  ...wordSet(`
    tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
    nineteenth twentieth`),
  ...UNITS.map((unit) => `twenty[- ]${unit}`),
  'thirtieth',
  'thirty[- ]first',
];
export const COUNTS = [
  ...wordSet('zero one two three four five six seven eight nine ten eleven twelve'),
];

export function comingWeekday(today: Day, name: string | undefined): Day | null {
  const wanted = WEEKDAYS.indexOf((name ?? '').toLowerCase());
  if (wanted < 0) return null;
  return addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1);
}

export function weekdayFromToday(today: Day, name: string | undefined): Day | null {
  return comingWeekday(addDays(today, -1), name);
}

export function weekdayNextWeek(today: Day, name: string | undefined): Day | null {
  return comingWeekday(sundayOf(today), name);
}

/** The working week ends on Friday; at a weekend the coming one is meant. */
export function fridayOf(today: Day, nextWeek: boolean): Day {
  return addDays(today, nextWeek ? 11 - weekdayOf(today) : (11 - weekdayOf(today)) % 7);
}

export function sundayOf(today: Day): Day {
  return addDays(today, 6 - weekdayOf(today));
}

/** The end of this quarter, of the next, or of the one with that number. */
export function endOfQuarter(today: Day, next: boolean, quarter?: string): Day {
  if (quarter !== undefined) {
    const thisYear = endOfMonth(yearOf(today), Number(quarter) * 3);
    return thisYear >= today ? thisYear : endOfMonth(yearOf(today) + 1, Number(quarter) * 3);
  }
  const last = Math.ceil(monthOf(today) / 3) * 3;
  return endOfMonth(yearOf(today), last + (next ? 3 : 0));
}

/** The last such weekday before a day. */
export function weekdayBefore(day: Day, name: string | undefined): Day | null {
  return comingWeekday(addDays(day, -8), name);
}

/** `the second Tuesday of December`, `the last Friday of the month`; without a month, of this one or the next. */
export function nthWeekday(
  today: Day,
  nth: string | undefined,
  weekday: string | undefined,
  monthName: string | undefined,
  next: boolean,
): Day | null {
  const named = monthNamed(monthName);
  const months =
    named > 0
      ? [named, named + 12]
      : next
        ? [monthOf(today) + 1]
        : [monthOf(today), monthOf(today) + 1];
  const rank = ORDINALS.indexOf((nth ?? '').toLowerCase());
  for (const month of months) {
    const day =
      rank < 0
        ? weekdayBefore(addDays(endOfMonth(yearOf(today), month), 1), weekday)
        : later(
            comingWeekday(addDays(Date.UTC(yearOf(today), month - 1, 1), -1), weekday),
            rank * 7,
          );
    if (day !== null && day >= today) return day;
  }
  return null;
}

export function endOfNamedMonth(today: Day, name: string | undefined): Day | null {
  const month = monthNamed(name);
  if (month === 0) return null;
  const thisYear = endOfMonth(yearOf(today), month);
  return thisYear >= today ? thisYear : endOfMonth(yearOf(today) + 1, month);
}

/** The next such date, today included; without a month, of this month or one soon after that has it. */
export function nextDate(
  today: Day,
  date: string | undefined,
  monthName: string | undefined,
): Day | null {
  const spoken = (date ?? '').toLowerCase();
  const ordinal = ORDINALS.findIndex((name) => new RegExp(`^${name}$`).test(spoken)) + 1;
  const number = ordinal > 0 ? ordinal : Number.parseInt(spoken, 10);
  const named = monthNamed(monthName);
  const steps = named > 0 ? [0, 12] : [0, 1, 2];
  for (const step of steps) {
    const month = (named > 0 ? named : monthOf(today)) + step;
    const day = dayOf(yearOf(today) + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, number);
    if (day !== null && day >= today) return day;
  }
  return null;
}

export function afterCount(
  today: Day,
  count: string | undefined,
  unit: string | undefined,
): Day | null {
  const spoken = (count ?? '').toLowerCase();
  const number = /^an?$/.test(spoken)
    ? 1
    : /couple/.test(spoken)
      ? 2
      : /^\d+$/.test(spoken)
        ? Number(spoken)
        : COUNTS.indexOf(spoken);
  if (number < 1) return null;
  const days = { day: 1, week: 7, fortnight: 14 }[unit?.toLowerCase() ?? ''];
  if (days !== undefined) return addDays(today, number * days);
  const month = monthOf(today) + number;
  const last = endOfMonth(yearOf(today), month);
  return Math.min(last, Date.UTC(yearOf(today), month - 1, new Date(today).getUTCDate()));
}

export function later(day: Day | null, days: number): Day | null {
  return day === null ? null : addDays(day, days);
}

/** 1 to 12, by its name or the first three letters or more of it; 0 for none. */
function monthNamed(name: string | undefined): number {
  return name === undefined
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}
