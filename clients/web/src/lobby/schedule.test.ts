import { afterEach, expect, test, vi } from 'vitest';
import { describeScheduleInItsZone, describeSchedule, zoneOfDevice } from './schedule.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const schedule = {
  startAt: '2026-11-23T09:00:00Z',
  endAt: '2026-11-23T09:45:00Z',
  timezone: 'Europe/Berlin',
};

function plain(text: string | null): string | null {
  return text?.replace(/\s*\u2013\s*/g, ' - ').replace(/[\u202f\u00a0]/g, ' ') ?? null;
}

test.each([
  ['en-GB', 'Europe/Berlin', 'Monday 23 November at 10:00 - 10:45 CET'],
  ['en-US', 'America/New_York', 'Monday, November 23 at 4:00 - 4:45 AM EST'],
])('reads in %s and %s as %s', (locale, zone, words) => {
  expect(
    plain(describeSchedule(schedule, locale, zone))?.replace(/,? at |, (?=\d+:)/, ' at '),
  ).toBe(words);
});

test('a meeting without a schedule gives null', () => {
  expect(describeSchedule(null, 'en', 'UTC')).toBeNull();
  expect(describeSchedule({ ...schedule, startAt: 'x' }, 'en', 'UTC')).toBeNull();
});

test.each([
  ['Europe/London', '10:00 - 10:45 CET'],
  ['Pacific/Honolulu', 'Monday 23 November at 10:00 - 10:45 CET'],
  ['Europe/Paris', null],
])('in the time zone of the meeting, seen from %s, reads as %s', (zone, words) => {
  expect(
    plain(describeScheduleInItsZone(schedule, 'en-GB', zone))?.replace(
      /,? at |, (?=\d+:)/,
      ' at ',
    ) ?? null,
  ).toBe(words);
});

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'UTC'],
])('a device that reports the time zone %s reads the schedule in %s', (reported, zone) => {
  const options = { ...new Intl.DateTimeFormat('en').resolvedOptions(), timeZone: reported };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  expect(zoneOfDevice()).toBe(zone);
  expect(describeSchedule(schedule, 'en-GB', zoneOfDevice())).toContain('November');
});
