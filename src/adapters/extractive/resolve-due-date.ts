import type { Day } from './calendar.ts';
import { DAY_RULES, LIMITED_DAY_RULES, VAGUE_DAY_RULES } from './day-words.ts';
import type { DayRule } from './day-words.ts';

/** A due date found in a sentence: the words that said it and the day they mean. */
export interface DueDate {
  readonly day: Day;
  /** Where the words stand in the sentence, preposition included. */
  readonly from: number;
  readonly to: number;
}

/** The words that lead up to a day; found backwards from it, since most sentences hold no day. */
const BEFORE =
  /(?<![\w'])(?:(?:no later than|not later than|due(?: (?:on|by))?|by|before|until|till|on|for|at)\s+)?(?:(?:the\s+)?latest\s+(?:by\s+)?)?(?:first thing\s+(?:on\s+)?|early\s+(?:on\s+)?|some ?time\s+)?$/i;
const LONGEST_LEAD_CHARACTERS = 60;
const PLAIN_DAY_RULES = [...DAY_RULES, ...LIMITED_DAY_RULES];
/** Most sentences name no day; this spares them the rules. */
const HINT =
  /\d|day|now\b|hour|minute|meeting|call\b|after this|arvo|lunch|dinner|breakfast|supper|tea\b|teatime|coffee|week|break\b|way\b|\bsec(?:ond)?\b|moment|\bbit\b|\b(?:when|once|soon as|before|by)\b|tomorrow|tonight|morning|evening|week|month|year|quarter|noon|lunch|midnight|o'clock|\b(?:at|until|till) (?:half|a quarter|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[ap]\.?m\b|\b(?:end|close|eod|cob|fortnight|first|second|third|january|february|march|april|may|june|july|august|september|october|november|december)\b|(?:th|first|second|third)\b/i;
/** `I'm off skiing till the second` */
const AWAY = /\b(?:off|away|out|here|there|leave|holiday|busy|closed|shut|\p{L}{3,}ing)\s*$/iu;
const NOT_A_LIMIT =
  /\b(?:last|since|from|past|after|previous|every|each|of|until now|like|than|earlier|between|starting|not(?: \w+)? (?:by|before|until|on))\s*(?:on\s+|the\s+)?$/i;

/** The due date that a sentence names, last one first since a speaker corrects forwards; null when it names none. */
export function resolveDueDate(text: string, today: Day | null): DueDate | null {
  const found = allDueDates(text, today);
  return found[found.length - 1] ?? null;
}

/** True when the text names a day in words, whether or not it can be resolved. */
export function namesDay(text: string): boolean {
  return allDueDates(text, 0).length > 0;
}

/** Every due date in a sentence, in its order; vague ones only where nothing plainer is said. */
export function allDueDates(text: string, today: Day | null): DueDate[] {
  if (today === null || !HINT.test(text)) return [];
  const plain = datesBy(PLAIN_DAY_RULES, text, today);
  return plain.length > 0 ? plain : datesBy(VAGUE_DAY_RULES, text, today);
}

function datesBy(rules: readonly DayRule[], text: string, today: Day): DueDate[] {
  const dates: DueDate[] = [];
  for (const { words, day } of rules) {
    for (const match of text.matchAll(words)) {
      const head = text.slice(Math.max(0, match.index - LONGEST_LEAD_CHARACTERS), match.index);
      const from = match.index - (BEFORE.exec(head)?.[0].length ?? 0);
      const to = match.index + match[0].length;
      if (dates.some((other) => from < other.to && other.from < to)) continue;
      if (NOT_A_LIMIT.test(text.slice(0, from)) || (AWAY.test(text.slice(0, from)) && /^(?:until|till)\b/i.test(text.slice(from, to))))
        continue;
      const resolved = day(match.groups ?? {}, today);
      if (resolved !== null && resolved >= today) dates.push({ day: resolved, from, to });
    }
  }
  return dates.toSorted((a, b) => a.from - b.from);
}
