// Days with a name of their own: Christmas, Easter, Halloween. English.
import { addDays, dayOf, weekdayOf, yearOf } from './calendar.ts';
import type { Day } from './calendar.ts';

/** The longer names first, since `Christmas` begins `Christmas Eve`. */
const FEASTS: readonly (readonly [name: string, day: (year: number) => Day | null])[] = [
  ['christmas\\s+eve', (year) => dayOf(year, 12, 24)],
  ['christmas(?:\\s+day)?|xmas', (year) => dayOf(year, 12, 25)],
  ["boxing\\s+day|st\\.?\\s+stephen'?s\\s+day", (year) => dayOf(year, 12, 26)],
  ["new\\s+year'?s\\s+eve|hogmanay|(?:the\\s+)?new\\s+year", (year) => dayOf(year, 12, 31)],
  ["new\\s+year'?s(?:\\s+day)?", (year) => dayOf(year, 1, 1)],
  ["valentine'?s(?:\\s+day)?", (year) => dayOf(year, 2, 14)],
  ["(?:st\\.?\\s+|saint\\s+)?(?:patrick'?s|paddy'?s)\\s+day", (year) => dayOf(year, 3, 17)],
  ["hallow(?:e)?'?en", (year) => dayOf(year, 10, 31)],
  ['bonfire\\s+night', (year) => dayOf(year, 11, 5)],
  ['thanksgiving', thanksgiving],
  ['good\\s+friday', (year) => addDays(easter(year), -2)],
  ['easter\\s+monday', (year) => addDays(easter(year), 1)],
  ['easter(?:\\s+(?:sunday|day))?', easter],
];

export const FEAST = `(?<feast>${FEASTS.map(([name]) => name).join('|')})`;

/** The next day of that name, today included. */
export function comingFeast(today: Day, name: string | undefined): Day | null {
  const said = (name ?? '').toLowerCase();
  const found = FEASTS.find(([words]) => new RegExp(`^(?:${words})$`).test(said));
  if (found === undefined) return null;
  const days = [yearOf(today), yearOf(today) + 1].map((year) => found[1](year));
  return days.find((day) => day !== null && day >= today) ?? null;
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): Day {
  const first = Date.UTC(year, 10, 1);
  return addDays(first, ((3 - weekdayOf(first) + 7) % 7) + 21);
}

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms). */
function easter(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const sum = moon + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}
