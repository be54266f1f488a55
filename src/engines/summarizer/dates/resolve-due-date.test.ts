import { describe, expect, it } from 'vitest';
import { dayInZone, writeDay } from './calendar.ts';
import { resolveDueDate } from './resolve-due-date.ts';

const FRIDAY = dayInZone('2026-11-20T10:00:00Z', 'UTC');
const MONDAY = dayInZone('2026-11-23T10:00:00Z', 'UTC');

function dateIn(text: string, today = FRIDAY): string | null {
  const due = resolveDueDate(text, today);
  return due === null ? null : writeDay(due.day);
}

describe('resolveDueDate, said on Friday 20 November 2026', () => {
  it.each([
    ['send it today', '2026-11-20'],
    ['send it tonight', '2026-11-20'],
    ['send it this afternoon', '2026-11-20'],
    ['send it by end of day', '2026-11-20'],
    ['send it by the end of the day', '2026-11-20'],
    ['send it by EOD', '2026-11-20'],
    ['send it by five pm', '2026-11-20'],
    ['send it before noon', '2026-11-20'],
    ['send it tomorrow', '2026-11-21'],
    ['send it by tomorrow morning', '2026-11-21'],
    ['send it first thing tomorrow', '2026-11-21'],
    ['send it by end of day tomorrow', '2026-11-21'],
    ['send it by Monday', '2026-11-23'],
    ['send it on Tuesday afternoon', '2026-11-24'],
    ['send it by Friday', '2026-11-27'],
    ['send it before Wednesday noon', '2026-11-25'],
    ['send it next Tuesday', '2026-11-24'],
    ['send it next Friday', '2026-11-27'],
    ['send it Monday next week', '2026-11-23'],
    ['send it by the end of the week', '2026-11-20'],
    ['send it by the beginning of next week', '2026-11-23'],
    ['send it by the end of the month', '2026-11-30'],
    ['send it by the end of next month', '2026-12-31'],
    ['send it by the end of the quarter', '2026-12-31'],
    ['send it by the end of the year', '2026-12-31'],
    ['send it by the end of January', '2027-01-31'],
    ['send it by the 25th', '2026-11-25'],
    ['send it by the 15th', '2026-12-15'],
    ['send it before the twelfth', '2026-12-12'],
    ['send it by the twenty first', '2026-11-21'],
    ['send it by the twenty-third', '2026-11-23'],
    ['send it on December 3rd', '2026-12-03'],
    ['send it by the third of December', '2026-12-03'],
    ['send it by December the third', '2026-12-03'],
    ['send it by 3 December', '2026-12-03'],
    ['send it by March 1st', '2027-03-01'],
    ['send it by the twenty-sixth of Feb', '2027-02-26'],
    ["send it before next Tuesday's session", '2026-11-24'],
    ['send it by the last day of December', '2026-12-31'],
    ['send it by 2026-12-01', '2026-12-01'],
    ['send it by 27.11.2026', '2026-11-27'],
    ['send it by 1.12.2026.', '2026-12-01'],
    ['send it by 16.30', '2026-11-20'],
    ['send it by 27.11.', null],
    // December 3, 3:12 or a version: too ambiguous for a due date.
    ['send it until 3.12.', null],
    ['send it by 03.12. at noon', null],
    ['send it before 10.10, please', null],
    ['send it by 3.1.', null],
    ['send it by 3.12.26.', null],
    ['send it at 3.12.', '2026-11-20'],
    ['send it by 3.45.', '2026-11-20'],
    ['send it by 10.00', '2026-11-20'],
    ['send it by 3.12 pm', '2026-11-20'],
    ['send it by Monday at 3.12.', '2026-11-23'],
    ['send it in two weeks', '2026-12-04'],
    ['send it on Monday in two weeks', '2026-12-07'],
    ['send it Friday in two weeks', '2026-12-04'],
    ['send it in thirty minutes', '2026-11-20'],
    ['send it within thirty hours', '2026-11-21'],
    ['send it within forty-eight hours', '2026-11-22'],
    ['send it in thirty days', '2026-12-20'],
    ['send it within three days', '2026-11-23'],
    ['send it in a month', '2026-12-20'],
    ['send it two weeks from now', '2026-12-04'],
    ['send it no later than Thursday', '2026-11-26'],
    ['send it by Tuesday at the latest', '2026-11-24'],
    ['send it by Wednesday, no, by Thursday', '2026-11-26'],
    ['send it in the morning', '2026-11-21'],
    ['send it first thing', '2026-11-21'],
    ['send it on Monday in the morning', '2026-11-23'],
    ['send it this arvo', '2026-11-20'],
    ['send it right after this', '2026-11-20'],
    ['send it straight after lunch', '2026-11-20'],
    ['send it tomorrow after lunch', '2026-11-21'],
    ['send it in a minute', '2026-11-20'],
    ['send it before half past ten', '2026-11-20'],
    ['send it at five to eleven', '2026-11-20'],
    ['send it at seven, before he sets off', '2026-11-20'],
    ['send it until twelve', '2026-11-20'],
    ['send it tomorrow before noon', '2026-11-21'],
    ['send it in the morning, before third parties do', '2026-11-21'],
    ["I'm going on the twenty-second with the others, I'll send it", '2026-11-22'],
    ['send it this week', '2026-11-20'],
    ['send it next weekend', '2026-11-29'],
    ['send it Thursday week', '2026-12-03'],
    ['send it Thursday fortnight', '2026-12-10'],
    ['send it before this day week', '2026-11-27'],
    ["bring it to the rehearsal, that's the twenty-fifth", '2026-11-25'],
    ['send it on Tuesday, after Bob ships on Monday', '2026-11-24'],
    ['as soon as Bob ships you send it on Tuesday', '2026-11-24'],
    ['send it after the board meeting on Tuesday', '2026-11-24'],
    ['send it as soon as you can on Monday', '2026-11-23'],
    ["after the call I'll send it on Friday", '2026-11-27'],
  ])('%s: %s', (text, expected) => {
    expect(dateIn(text)).toBe(expected);
  });

  it.each([
    'send the notes from last Friday',
    'send the report from Tuesday',
    "send the notes of Monday's meeting",
    'prepare the Friday meeting',
    'send it every Monday',
    'send it after Christmas',
    'send it soon',
    'send it next month',
    'take the second one',
    'be the first to try',
    'it may rain',
    'we have 20 users in 3 rooms',
    'the first thing is the roof',
    'at three in the morning it rang',
    'send it when we are done with the draft',
    "take this week's list",
    "that's the second one",
    "I'm off skiing till the second",
    'take it on the third try',
    'finish it by the third stage',
    'send it before the first phase',
    'send it after Bob ships on Friday',
    'once the samples arrive on Monday, send it',
    "send it as soon as they've met on Tuesday",
    'fix it by the second iteration',
  ])('%s: no date', (text) => {
    expect(dateIn(text)).toBeNull();
  });

  it('resolves nothing without a day to start from', () => {
    expect(resolveDueDate('send it by Friday', null)).toBeNull();
  });
});

describe('resolveDueDate, said on Monday 23 November 2026', () => {
  it.each([
    ['by Monday', '2026-11-30'],
    ['I need it by next Wednesday, our board meets on the tenth', '2026-12-02'],
    ['send the draft tomorrow, the slides by Friday', '2026-11-27'],
    ['this Friday', '2026-11-27'],
    ['next Friday', '2026-12-04'],
    ['by the end of the week', '2026-11-27'],
    ['by the end of next week', '2026-12-04'],
  ])('%s: %s', (text, expected) => {
    expect(dateIn(text, MONDAY)).toBe(expected);
  });
});

describe('dayInZone', () => {
  it.each([
    ['2026-11-20T23:30:00Z', 'UTC', '2026-11-20'],
    ['2026-11-20T23:30:00Z', 'Asia/Tokyo', '2026-11-21'],
    ['2026-11-20T03:30:00Z', 'America/Los_Angeles', '2026-11-19'],
    ['2026-11-20T23:30:00Z', null, '2026-11-20'],
  ])('%s in %s is %s', (instant, zone, expected) => {
    const day = dayInZone(instant, zone);
    expect(day === null ? null : writeDay(day)).toBe(expected);
  });

  it('is null for a zone or an instant that cannot be read', () => {
    expect(dayInZone('2026-11-20T23:30:00Z', 'Not/AZone')).toBeNull();
    expect(dayInZone('never', 'UTC')).toBeNull();
  });
});
