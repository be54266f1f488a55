// Days with a name of their own: Christmas, Easter, Halloween. English.
import { type Day, addDays, weekdayOf, yearOf } from './calendar.ts';

/** The longer names first, since `Christmas` begins `Christmas Eve`. */
const HOLIDAYS: readonly (readonly [name: string, day: (year: number) => Day])[] = [
  ['christmas eve', (year) => Date.UTC(year, 11, 24)],
  ['christmas(?: day)?|xmas', (year) => Date.UTC(year, 11, 25)],
  ["boxing day|st\\.? stephen'?s day", (year) => Date.UTC(year, 11, 26)],
  ["new year'?s eve|hogmanay|(?:the )?new year", (year) => Date.UTC(year, 11, 31)],
  ["new year'?s(?: day)?", (year) => Date.UTC(year, 0, 1)],
  ["valentine'?s(?: day)?", (year) => Date.UTC(year, 1, 14)],
  ["(?:st\\.? |saint )?(?:patrick'?s|paddy'?s) day", (year) => Date.UTC(year, 2, 17)],
  ["hallow(?:e)?'?en", (year) => Date.UTC(year, 9, 31)],
  ['bonfire night', (year) => Date.UTC(year, 10, 5)],
  ['thanksgiving', thanksgiving],
  ['good friday', (year) => addDays(easter(year), -2)],
  ['easter monday', (year) => addDays(easter(year), 1)],
  ['easter(?: (?:sunday|day))?', easter],
];

export const HOLIDAY = `(?<holiday>${HOLIDAYS.map(([name]) => name).join('|')})`;

/** The next day of that name, today included. */
export function comingHoliday(today: Day, name: string): Day | null {
  const dayIn = HOLIDAYS.find(([words]) => new RegExp(`^(?:${words})$`).test(name))?.[1];
  return (
    [0, 1].map((more) => dayIn?.(yearOf(today) + more) ?? 0).find((day) => day >= today) ?? null
  );
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): Day {
  const first = Date.UTC(year, 10, 1);
  return addDays(first, ((3 - weekdayOf(first) + 7) % 7) + 21);
}

/** Easter Sunday of the Gregorian calendar (Gauss; right from 1900 to 2099). */
function easter(year: number): Day {
  const moon = (19 * (year % 19) + 24) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const late = weekday === 6 && (moon === 29 || (moon === 28 && year % 19 > 10)) ? 7 : 0;
  return Date.UTC(year, 2, 22 + moon + weekday - late);
}
