import type { Day } from './calendar.ts';
import { type DayRule, DAY_RULES, FIGURES, LOOSE_DAY_RULES } from './date-rules.ts';
import { pattern } from '../text/pattern.ts';
import { hasVerb } from '../text/tell-sentence.ts';

/** A due date found in a sentence: where its words are and the day that they mean. */
export type DueDate = {
  readonly day: Day;
  /** Offsets of its words in the sentence, preposition included. */
  readonly from: number;
  readonly to: number;
};

/** The words that lead up to a day; searched backwards from it, since most sentences contain no day. */
const BEFORE = pattern('i')`
  (?<![\w'])(?:(?:no later than|not later than|due(?: (?:on|by))?|by|before|until|till|on|for|
  at)\s+)?(?:(?:the\s+)?latest\s+(?:by\s+)?)?(?:first thing\s+(?:on\s+)?|(?:early|
  late)\s+(?:on\s+)?|some ?time\s+)?(?:the\s+)?$`;
const LATEST =
  /^,?\s+(?:at the (?:very )?latest|at the outside|or so|please(?! (?!and\b)\w))(?![\w'])/i;
const MAX_LEAD_CHARACTERS = 60;
const NOT_A_LIMIT = pattern('i')`
  \b(?:last|since|from|past|after|previous|every|each|of|until now|like|than|earlier|between|
  first|second|third|fourth|starting|really|still|except|(?<!\bwhy )not|not(?: \w+)? (?:by|before|
  until|on))\s*(?:on\s+|the\s+)?$`;

/** `I'm off until Wednesday`, `I've got the van till Sunday`: how long something lasts. */
const LASTS = pattern('iu')`
  \b(?:off|away|out|in|here|there|open|busy|closed|shut|\p{L}{3,}ing|(?:'ve|has) got(?: [\p{L}']+){1,5}|
  (?:block|keep|hold|leave|close|lock|borrow)(?: [\p{L}']+){0,8})\s*$`;
/** `two days before Friday` is not Friday. */
const DISTANCE = pattern('i')`
  \b(?:an?|the|one|two|three|four|five|\d+|couple of|few|several) (?:day|night|week|fortnight|
  month)s?\s*$`;
const NOT_BEFORE = /\bnot(?: \w+)? (?:before|until|till) (?:the )?$/i;

/** `after Bob ships on Friday`, `once the samples arrive on Monday` */
const WAITS = pattern('iu')`
  \b(?:after|once|as soon as) (?:(?<pronoun>i|we|you|he|she|they|it)\b|(?:(?:the|our|my|your|his|her|
  their) )?[\p{L}-]+ )(?<does>[\p{L}\p{N}' -]*)$`;
const VERB_OF_ONE = /^[\p{L}-]+(?:ed|[^\W's]s) /iu;
const NEW_CLAUSE = /(?:^| )(?:i|we|you|he|she|they|please|can|could|will|would|lets?)\b/i;

/** `I'll do it tomorrow, today I'm on phones`, `Monday's my day off` */
const SPOKEN_OF =
  /^(?:'s|,?\s+(?:is|was|are|were|would|will|can|could|might|i'm|i am|i've|i have|we're|we are|he's|she's|they're)\b)/i;

/** `by Wednesday, our board meets on the tenth`; not `the slides by Friday` */
const OF_REASON = /,\s+(?:our|their|the|they|he|she|it) [^,]*\b(?:\p{L}+s|are|were|was) $/iu;
const LIMIT = /^(?:by|before|until|till|no later)\b/i;

/**
 * The due date that a sentence names, or null: the last, since speakers correct what they said before, that is neither
 * a mere topic nor a purpose (`by the twenty-seventh, for the first of April`).
 */
export function resolveDueDate(text: string, today: Day | null): DueDate | null {
  const found = ownDueDates(text, today);
  const limits = found.filter(({ from }) => !/^for\b/i.test(text.slice(from)));
  const named = limits.length > 0 ? limits : found;
  const isLimit = ({ from, to }: DueDate): boolean =>
    !SPOKEN_OF.test(text.slice(to)) &&
    !(named.length > 1 && OF_REASON.test(text.slice(0, from)) && !LIMIT.test(text.slice(from)));
  return named.findLast(isLimit) ?? named.at(-1) ?? null;
}

/** True when the text names a day in words, whether or not it can be resolved. */
export function namesDay(text: string): boolean {
  return allDueDates(text, 0).length > 0;
}

/** Every due date in a sentence, but no day of what has to be done before. */
export function ownDueDates(text: string, today: Day | null): DueDate[] {
  return allDueDates(text, today).filter(({ from }) => !isOfEarlierAction(text.slice(0, from)));
}

function isOfEarlierAction(before: string): boolean {
  const { pronoun, does = '' } = WAITS.exec(before)?.groups ?? {};
  if (NEW_CLAUSE.test(does)) return false;
  return pronoun !== undefined || hasVerb(does) || VERB_OF_ONE.test(does);
}

/** Every due date in a sentence, in order; vague ones only if it names none explicitly. */
export function allDueDates(text: string, today: Day | null): DueDate[] {
  if (today === null) return [];
  const plain = datesBy(DAY_RULES, text, today);
  return plain.length > 0 || FIGURES.test(text) ? plain : datesBy(LOOSE_DAY_RULES, text, today);
}

function datesBy(rules: readonly DayRule[], text: string, today: Day): DueDate[] {
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
      const before = text.slice(0, from);
      const said = text.slice(from, to);
      const lasts = /^(?:until|till)\b/i.test(said) && LASTS.test(before);
      const isEarlier = /^before\b/i.test(said) && DISTANCE.test(before);
      if (NOT_A_LIMIT.test(before) || NOT_BEFORE.test(head) || lasts || isEarlier) continue;
      const resolved = day(saidIn(match), today);
      if (resolved !== null && resolved >= today) dates.push({ day: resolved, from, to });
    }
  }
  return dates.toSorted((a, b) => a.from - b.from);
}

function saidIn({ groups = {} }: RegExpExecArray): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, said]) => [name, (said ?? '').trim().toLowerCase()]),
  );
}
