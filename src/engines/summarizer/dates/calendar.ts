/** A calendar day as milliseconds of its UTC midnight, so that clock changes never affect day arithmetic. */
export type Day = number;

const DAY_MS = 86_400_000;

/** The day on which an instant falls in a zone; null when either cannot be read. */
export function dayInZone(instant: string, timezone: string | null): Day | null {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return null;
  try {
    const zoned = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone ?? 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    const part = Object.fromEntries(
      zoned.formatToParts(time).map((found) => [found.type, Number(found.value)]),
    );
    return dayOf(
      part['year'] ?? Number.NaN,
      part['month'] ?? Number.NaN,
      part['day'] ?? Number.NaN,
    );
  } catch {
    return null;
  }
}

/** The day with this year, month (1-12) and day of month; null when no such day exists. */
export function dayOf(year: number, month: number, date: number): Day | null {
  const day = Date.UTC(year, month - 1, date);
  const back = new Date(day);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === date ? day : null;
}

export function addDays(day: Day, count: number): Day {
  return day + count * DAY_MS;
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: Day): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

export function yearOf(day: Day): number {
  return new Date(day).getUTCFullYear();
}

/** 1 to 12. */
export function monthOf(day: Day): number {
  return new Date(day).getUTCMonth() + 1;
}

/** The last day of a month; months above 12 count into the following years. */
export function endOfMonth(year: number, month: number): Day {
  return Date.UTC(year, month, 0);
}

/** YYYY-MM-DD. */
export function writeDay(day: Day): string {
  return new Date(day).toISOString().slice(0, 10);
}
