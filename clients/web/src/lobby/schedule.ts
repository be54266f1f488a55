import type { Lobby } from '../../../../contract/generated/guest-api.ts';

/** The schedule of a meeting in the guest's language and time zone; null when there is none. */
export function describeSchedule(
  schedule: Lobby['schedule'],
  locale: string,
  timeZone: string,
): string | null {
  return describe(schedule, locale, timeZone, { weekday: 'long', day: 'numeric', month: 'long' });
}

/**
 * The schedule in the meeting's own time zone, without the date when that is the same; null when
 * clocks show the same time there.
 */
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

/** UTC where the browser reports a zone that it then rejects, such as Etc/Unknown. */
export function zoneOfDevice(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return 'UTC';
  }
}
