import type { Lobby } from '../../../../contract/generated/guest-api.ts';

/** When a meeting is planned, in words of the guest's own language and zone; null when it has no plan. */
export function describeSchedule(
  schedule: Lobby['schedule'],
  locale: string,
  timeZone: string,
): string | null {
  return describe(schedule, locale, timeZone, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** The same in the zone that the meeting was planned in, without the day when it is the same; null when clocks there show what they show here. */
export function describeScheduleInItsZone(
  schedule: Lobby['schedule'],
  locale: string,
  timeZone: string,
): string | null {
  if (schedule === null || schedule.timezone === timeZone) return null;
  const start = new Date(schedule.startAt);
  const clock = (zone: string) => start.toLocaleTimeString('en', { timeZone: zone });
  const day = (zone: string) => start.toLocaleDateString('en', { timeZone: zone });
  try {
    if (day(schedule.timezone) !== day(timeZone))
      return describeSchedule(schedule, locale, schedule.timezone);
    return clock(schedule.timezone) === clock(timeZone)
      ? null
      : describe(schedule, locale, schedule.timezone, {});
  } catch {
    return null;
  }
}

function describe(
  schedule: Lobby['schedule'],
  locale: string,
  timeZone: string,
  day: Intl.DateTimeFormatOptions,
): string | null {
  if (schedule === null) return null;
  const [start, end] = [new Date(schedule.startAt), new Date(schedule.endAt)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || end < start) return null;
  const format = new Intl.DateTimeFormat(locale, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return format.formatRange(start, end);
}

/** The browser's own region of a language, so that a guest from Zurich reads dates as in Zurich. */
export function localeFor(language: string): string {
  return (
    navigator.languages.find((wish) => wish.toLowerCase().split('-')[0] === language) ?? language
  );
}
