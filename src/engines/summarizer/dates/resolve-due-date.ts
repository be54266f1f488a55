import type { Day } from './calendar.ts';
import type { DayRule } from './date-patterns.ts';
import { DAY_RULES } from './date-words.ts';
import { LOOSE_DAY_RULES } from './vague-dates.ts';
import { pattern } from '../text/pattern.ts';

/** A due date found in a sentence: where its words are and the day that they mean. */
export type DueDate = {
  readonly day: Day;
  /** Offsets of its words in the sentence, preposition included. */
  readonly from: number;
  readonly to: number;
  /** False for an hour or another word that only implies the day: `before eight`. */
  readonly plain: boolean;
};

/** The words that lead up to a day; searched backwards from it, since most sentences contain no day. */
const BEFORE = pattern('i')`
  (?<![\w'])(?:(?:no later than|not later than|due(?: (?:on|by))?|by|before|until|till|on|for|
  at)\s+)?(?:(?:the\s+)?latest\s+(?:by\s+)?)?(?:first thing\s+(?:on\s+)?|(?:early|
  late)\s+(?:on\s+)?|some ?time\s+)?(?:the\s+)?$`;
const LATEST = /^,?\s+(?:at the (?:very )?latest|at the outside|or so|please)(?![\w'])/i;
const MAX_LEAD_CHARACTERS = 60;
/** Most sentences name no day; this check saves running the rules on them. */
const HINT = pattern('i')`
  \d|day|now\b|hour|minute|meeting|call\b|after this|arvo|lunch|dinner|breakfast|supper|tea\b|
  teatime|coffee|week|break\b|way\b|\bsec(?:ond)?\b|moment|\bbit\b|\b(?:when|once|soon as|
  before|by)\b|tomorrow|tonight|morning|evening|week|month|year|quarter|noon|lunch|midnight|
  o'clock|\b(?:at|until|till) (?:half|a quarter|quarter|one|two|three|four|five|six|seven|eight|
  nine|ten|eleven|twelve)\b|[ap]\.?m\b|overnight|between|\bnow-ish|christmas|xmas|easter|hallow|
  thanksgiving|hogmanay|valentine|\bfrom the|\b(?:end|close|eod|cob|cop|fortnight|jan|feb|mar|
  apr|jun|jul|aug|sept?|oct|nov|dec|first|second|third|january|february|march|april|may|june|
  july|august|september|october|november|december)\b|(?:th|first|second|third)\b`;
/**
 * `I'm off skiing till the second`, `I'll block it until Wednesday`, `give us till tomorrow`: a
 * duration, not a deadline.
 */
const LASTS = pattern('iu')`
  \b(?:(?:off|away|out|in|here|there|open|leave|holiday|busy|closed|shut|\p{L}{3,}ing)|(?:'ve|
  has) got(?: [\p{L}']+){1,5}|(?:block|keep|hold|leave|close|shut|lock|stay|wait|park|borrow|
  mind|cover)(?: [\p{L}']+){0,8}|to give (?:us|them|me|him|her))\s*$`;
const NOT_A_LIMIT = pattern('i')`
  \b(?:last|since|from|past|after|previous|every|each|of|until now|like|than|earlier|between|
  starting|really|still|not(?: \w+)? (?:by|before|until|on))\s*(?:on\s+|the\s+)?$`;

/** `Call her and say we'll know by Friday`: Friday belongs to the message, not to the task. */
const TOLD = pattern('iu')`
  \b(?:say|tell(?: \p{L}+){1,2}|let \p{L}+ know)(?: that)? (?:we|it|they|he|she|i)(?:'ll|'s|'re|
  'm| will| is| are| can| can't| won't)\b[^.?!;]*$`;

/** `Friday to Sunday`, `the nineteenth to the twenty-first`: a duration. */
const RANGE_DAY = '(?:\\w+day|\\d+(?:th|st|nd|rd)|(?:\\w+-)?(?:first|second|third|\\w+th))';
const RANGE_FROM = new RegExp(`^\\s+to\\s+(?:the\\s+)?${RANGE_DAY}\\b`, 'i');
const RANGE_TO = new RegExp(
  `^(?!.*\\b(?:from|mov|push|shift|chang|bring|put)).*\\b${RANGE_DAY}\\s+to\\s+(?:the\\s+)?$`,
  'i',
);

const NOT_BEFORE = /\bnot(?: \w+)? (?:before|until|till) (?:the )?$/i;

/** `I'll do it tomorrow, today I'm on phones`, `Monday's my day off` */
export const SPOKEN_OF =
  /^(?:'s|,?\s+(?:is|was|are|were|would|will|can|could|might|i'm|i am|i've|i have|we're|we are|he's|she's|they're)\b)/i;

/** The due date that a sentence names: the last, since speakers correct what they said before; null if none. */
export function resolveDueDate(text: string, today: Day | null): DueDate | null {
  return dayMeant(text, allDueDates(text, today));
}

/** The last date that is neither a mere topic nor a purpose: `by the twenty-seventh, for the first of April`. */
export function dayMeant(text: string, found: readonly DueDate[]): DueDate | null {
  const limits = found.filter(({ from }) => !/^for\b/i.test(text.slice(from)));
  const named = limits.length > 0 ? limits : found;
  return named.findLast((due) => !SPOKEN_OF.test(text.slice(due.to))) ?? named.at(-1) ?? null;
}

/** True when the text names a day in words, whether or not it can be resolved. */
export function namesDay(text: string): boolean {
  return allDueDates(text, 0).length > 0;
}

/** Every due date in a sentence, in order; vague ones only if it names none explicitly. */
export function allDueDates(text: string, today: Day | null): DueDate[] {
  if (today === null || !HINT.test(text)) return [];
  const plain = datesBy(DAY_RULES, text, today, true);
  return plain.length > 0 ? plain : datesBy(LOOSE_DAY_RULES, text, today, false);
}

function datesBy(rules: readonly DayRule[], text: string, today: Day, plain: boolean): DueDate[] {
  const dates: DueDate[] = [];
  for (const { words, day } of rules) {
    // `matchAll` copies the pattern, `search` does not, and few rules match.
    if (text.search(words) < 0) continue;
    for (const match of text.matchAll(words)) {
      const head = text.slice(Math.max(0, match.index - MAX_LEAD_CHARACTERS), match.index);
      const from = match.index - (BEFORE.exec(head)?.[0].length ?? 0);
      const end = match.index + match[0].length;
      const to = end + (LATEST.exec(text.slice(end, end + MAX_LEAD_CHARACTERS))?.[0].length ?? 0);
      if (dates.some((other) => from < other.to && other.from < to)) continue;
      if (
        NOT_A_LIMIT.test(text.slice(0, from)) ||
        NOT_BEFORE.test(head) ||
        TOLD.test(text.slice(0, from)) ||
        RANGE_FROM.test(text.slice(to)) ||
        RANGE_TO.test(head) ||
        (LASTS.test(text.slice(0, from)) && /^(?:until|till)\b/i.test(text.slice(from, to)))
      )
        continue;
      const resolved = day(match.groups ?? {}, today);
      if (resolved !== null && resolved >= today) dates.push({ day: resolved, from, to, plain });
    }
  }
  return dates.toSorted((a, b) => a.from - b.from);
}
