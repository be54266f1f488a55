// The rules that the contract names with `x-rule`.
import type { FaultCode } from '../../../contract/fault-codes.ts';
import { checkSchedule } from '../../core/validation/check-schedule.ts';
import { checkText } from '../../core/validation/check-text.ts';
import { isTimezone } from '../../core/validation/check-timezone.ts';
import { isLanguageTag } from '../../core/validation/check-language-tag.ts';
import { readDateTime } from '../../core/validation/read-date-time.ts';

/** `member`: the member of the checked object that is at fault. */
export type Fault = { code: FaultCode; detail: string; member?: string };

const DETAILS = {
  blank: 'Must hold at least one visible character.',
  control_character: 'Must not hold control characters or line separators.',
  invalid_unicode: 'Must not hold a lone surrogate.',
  length: 'Must be 1 to 60 characters.',
  date_time_format:
    'Must be an RFC 3339 date-time with seconds and an offset or Z, such as 2026-11-24T15:00:00+01:00.',
  date_time_value: 'Must be a date and a time that exist.',
  leap_second: 'Must not be a leap second.',
  schedule_order: 'endAt must be after startAt.',
  schedule_span: 'endAt must be at most 7 days after startAt.',
  schedule_range: 'Must be between the year 2000 and ten years from now.',
  unknown_language: 'Must be a BCP 47 tag of a language, such as en, de-CH or pt-BR.',
  unknown_timezone: 'Must be an IANA time zone name, such as Europe/Berlin or UTC.',
} as const satisfies Partial<Record<FaultCode, string>>;
type RuleFault = keyof typeof DETAILS;
type Found = { code: RuleFault; member?: string };

const MAX_NAME = 60;

type Rule = (value: unknown, now: Date) => Found[];

const rules = {
  'storable-text': (value: unknown) => {
    if (typeof value !== 'string') return [];
    if (value.includes('\0')) return [{ code: 'control_character' as const }];
    return value.isWellFormed() ? [] : [{ code: 'invalid_unicode' as const }];
  },
  title: (value: unknown) => (typeof value === 'string' ? faultOf(checkText(value)) : []),
  'display-name': (value: unknown) => (typeof value === 'string' ? checkName(value.trim()) : []),
  'date-time': (value: unknown) => (typeof value === 'string' ? faultOf(dateTimeFault(value)) : []),
  timezone: (value: unknown) =>
    typeof value === 'string' && !isTimezone(value) ? [{ code: 'unknown_timezone' as const }] : [],
  'language-code': (value: unknown) =>
    typeof value === 'string' && !isLanguageTag(value)
      ? [{ code: 'unknown_language' as const }]
      : [],
  schedule: (value, now) => (isTimes(value) ? checkSchedule(value, now) : []),
} satisfies Record<string, Rule>;

type RuleName = keyof typeof rules;

export function isRuleName(name: unknown): name is RuleName {
  return typeof name === 'string' && Object.hasOwn(rules, name);
}

/** What is wrong with `value` by the rule; values of another type are left to the schema. */
export function faultsBy(rule: RuleName, value: unknown, now: Date): Fault[] {
  const check: Rule = rules[rule];
  return check(value, now).map((found) => ({ ...found, detail: DETAILS[found.code] }));
}

const faultOf = (code: RuleFault | null): Found[] => (code === null ? [] : [{ code }]);

function checkName(name: string): Found[] {
  const fault = checkText(name);
  if (fault !== null) return [{ code: fault }];
  return Array.from(name).length > MAX_NAME ? [{ code: 'length' }] : [];
}

function dateTimeFault(text: string): RuleFault | null {
  const read = readDateTime(text);
  return typeof read === 'bigint' ? null : read;
}

function isTimes(value: unknown): value is { startAt: string; endAt: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'startAt' in value &&
    'endAt' in value &&
    typeof value.startAt === 'string' &&
    typeof value.endAt === 'string'
  );
}
