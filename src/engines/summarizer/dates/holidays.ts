// Days with a name of their own, on the same date each year. English.
import { type Day, yearOf } from './calendar.ts';

/** The longer names first, since `Christmas` begins `Christmas Eve`. */
const FEASTS: readonly (readonly [name: string, month: number, date: number])[] = [
  ['christmas eve', 12, 24],
  ['christmas(?: day)?|xmas', 12, 25],
  ['boxing day', 12, 26],
  ["new year'?s eve|(?:the )?new year", 12, 31],
  ["new year'?s(?: day)?", 1, 1],
  ["hallow(?:e)?'?en", 10, 31],
];

export const FEAST = `(?<feast>${FEASTS.map(([name]) => name).join('|')})`;

/** The next day of that name, today included. */
export function comingFeast(today: Day, name: string): Day | null {
  const feast = FEASTS.find(([words]) => new RegExp(`^(?:${words})$`).test(name));
  if (feast === undefined) return null;
  const [, month, date] = feast;
  const days = [0, 1].map((more) => Date.UTC(yearOf(today) + more, month - 1, date));
  return days.find((day) => day >= today) ?? null;
}
