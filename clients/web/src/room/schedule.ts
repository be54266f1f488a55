import type { Lobby } from '../../../../contract/generated/guest-api.ts';

/** When a meeting is planned, in words of the guest's own language and zone; null when it has no plan. */
export function describeSchedule(schedule: Lobby['schedule'], locale: string, timeZone: string): string | null {
  if (schedule === null) return null;
  const [start, end] = [new Date(schedule.startAt), new Date(schedule.endAt)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || end < start) return null;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return format.formatRange(start, end);
}
