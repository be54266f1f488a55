type DateTimeFault = 'date_time_format' | 'date_time_value' | 'leap_second';

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/** In a millisecond. */
const NANOSECONDS = 1_000_000n;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The instant in nanoseconds since 1970 of an RFC 3339 date-time with offset or Z, seconds and real calendar values; or
 * what is wrong with it. `Date.parse` alone would take 30 February, hour 24 and local times.
 */
export function readDateTime(text: string): bigint | DateTimeFault {
  const match = FORM.exec(text);
  if (!match) return 'date_time_format';
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const [fraction = '', sign = '+', offsetHour = '0', offsetMinute = '0'] = match.slice(7);
  if (
    day < 1 ||
    day > monthLength(year, month) ||
    hour > 23 ||
    minute > 59 ||
    Number(offsetHour) > 23 ||
    Number(offsetMinute) > 59
  )
    return 'date_time_value';
  if (second === 60) return 'leap_second';
  if (second > 60) return 'date_time_value';
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offsetSeconds =
    (Number(offsetHour) * 60 + Number(offsetMinute)) * 60 * (sign === '-' ? -1 : 1);
  return (
    BigInt(date.getTime() / 1000 - offsetSeconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
  );
}

function monthLength(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** The instant of a validated date-time, in whole milliseconds, as the database stores instants. */
export function instantOf(text: string): Date {
  return new Date(Number(nanosecondsOf(text) / NANOSECONDS));
}

/** The same, rounded up: what was stored at an earlier millisecond is before `text`. */
export function instantAfter(text: string): Date {
  return new Date(Number((nanosecondsOf(text) + NANOSECONDS - 1n) / NANOSECONDS));
}

function nanosecondsOf(text: string): bigint {
  const nanoseconds = readDateTime(text);
  if (typeof nanoseconds !== 'bigint') throw new Error('A date-time came unchecked');
  return nanoseconds;
}
