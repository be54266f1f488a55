import { readDateTime } from './read-date-time.ts';

/** The instant of a date-time that has passed the contract, to whole milliseconds, as the database keeps instants. */
export function instantOf(text: string): Date {
  const nanoseconds = readDateTime(text);
  if (typeof nanoseconds !== 'bigint') throw new Error('A date-time came unchecked');
  return new Date(Number(nanoseconds / 1_000_000n));
}
