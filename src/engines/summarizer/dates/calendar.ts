import { DAY_MS } from '../../../core/timing.ts';

/** A calendar day as milliseconds of its UTC midnight, so that clock changes never affect day arithmetic. */
export type Day = number;

/** The day on which an instant falls in a zone; null when either cannot be read. */
export function dayInZone(instant: string, timezone: string | null): Day | null {
  try {
    // Swedish dates are written YYYY-MM-DD.
    const local = new Date(instant).toLocaleDateString('sv-SE', { timeZone: timezone ?? 'UTC' });
    const day = Date.parse(local);
    return Number.isNaN(day) ? null : day;
  } catch {
    return null;
  }
}

/** Null if the month has no such date. Months count from 1; those above 12 fall into the following years. */
export function dayOf(year: number, month: number, date: number): Day | null {
  const day = Date.UTC(year, month - 1, date);
  return new Date(day).getUTCDate() === date ? day : null;
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

/** YYYY-MM-DD. */
export function writeDay(day: Day): string {
  return new Date(day).toISOString().slice(0, 10);
}
