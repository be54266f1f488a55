// Which people of the meeting an item names, and whether the cited lines are about them.
import { type CitedLines, type Reading, sharedWords, type SpokenLine } from './cited-lines.ts';
import { clausesOf } from './negation.ts';

/**
 * True when the lines are about every person of the meeting whom the text names: the person who
 * does something must be the one who says "I", and all others must speak, be named or be addressed.
 */
export function namesRightPeople(text: string, lines: CitedLines, reading: Reading): boolean {
  return clausesOf(text, reading.language).every((clause) =>
    reading.names.every((name) => {
      if (!isMentioned(name, clause.text, reading)) return true;
      return beginsWith(name, clause.text, reading)
        ? isDoneBy(name, clause.text, lines, reading)
        : isThere(name, lines, reading);
    }),
  );
}

/** True when the lines are about `name` doing `action`. */
export function isDoneBy(
  name: string,
  action: string,
  lines: CitedLines,
  reading: Reading,
): boolean {
  if (TELLS.test(action) && !lines.cited.some(({ speaker }) => speaker === name)) return false;
  const people = new Set(reading.names.flatMap(reading.wordsOf));
  const words = reading.contentWords(action).filter((word) => !people.has(word));
  const related = lines.cited.flatMap((line): RelatedLine[] => {
    const clauses = clausesOf(line.text, reading.language).map(({ text }) => text);
    const isAbout = clauses.map((text) => sharedWords(words, reading.contentWords(text)) > 0);
    const actions = clauses.filter((_, at) => isAbout[at]);
    // "As for the office, Bob, you look for one": the person addressed comes first.
    const before = clauses.filter((_, at) => isAbout[at + 1]);
    return actions.length === 0 ? [] : [{ ...line, actions, before }];
  });
  if (related.length === 0) return isThere(name, lines, reading);
  const subjects = related.map((line) => subjectOf(name, line, lines, reading));
  return subjects.includes('name') || (subjects.includes('perhaps') && !subjects.includes('other'));
}

/** A person who told something has spoken. */
const TELLS = new RegExp(
  `\\b(?:${[
    'said|asked|told|report|explain|warn|present|propos|suggest|mention|announc|refus|object|complain',
    'introduc|stress|emphasi|describ|recap|summari|argu|admit|remind',
  ].join('|')})\\w*`,
  'i',
);
const FIRST_PERSON = /\b(?:i|i'll|i'm|i've|i'd|me|my|mine)\b/i;
/** Matches "I'll send you the bills", but not "I'd like you to send them" or "I can't". */
const COMMITS = new RegExp(
  "\\bi(?:'ll| will| can| could|'d| have to|'m going to| need to|'m \\w+ing)\\b(?!')" +
    '(?!.*\\b(?:ask|want|need|like|expect) you\\b)',
  'i',
);
const FIRST_PERSONS = /\b(?:we|we'll|we're|we've|our|us)\b/i;
const SECOND_PERSON = /\b(?:you|you'll|you're|you've|you'd|your|yours)\b/i;
/** An answer comes soon after what it answers. */
const LINES_TO_ANSWER = 2;

/** A line with clauses about the action, and the clauses right before them. */
type RelatedLine = SpokenLine & { actions: string[]; before: string[] };

/** Whom a line is about: `name`, certainly another person, or perhaps `name`. */
function subjectOf(
  name: string,
  line: RelatedLine,
  { cited, around }: CitedLines,
  reading: Reading,
): 'name' | 'other' | 'perhaps' | 'nobody' {
  const says = (pattern: RegExp): boolean => line.actions.some((text) => pattern.test(text));
  const calls = (one: string): boolean =>
    [...line.actions, ...line.before].some((text) => isNamed(one, text, reading));
  if (calls(name)) return 'name';
  const isToYou = says(SECOND_PERSON);
  if (line.speaker === name) {
    if (says(FIRST_PERSON) || (COMMITS.test(line.text) && !isToYou)) return 'name';
    return isToYou ? 'nobody' : 'perhaps';
  }
  if (says(COMMITS) || (says(FIRST_PERSON) && !isToYou)) return 'other';
  if (reading.names.some((one) => one !== line.speaker && calls(one))) return 'other';
  if (isNamed(name, line.text, reading)) return 'name';
  const near = around.filter(({ place }) => Math.abs(place - line.place) <= LINES_TO_ANSWER);
  const answers = near.some(({ place, speaker }) => place > line.place && speaker === name);
  if (answers && (isToYou || line.text.trimEnd().endsWith('?'))) return 'name';
  const isCalled = near.some(({ text }) => isNamed(name, text, reading));
  const isOneOfUs = says(FIRST_PERSONS) && cited.some(({ speaker }) => speaker === name);
  return isCalled || isOneOfUs ? 'perhaps' : 'nobody';
}

function isThere(name: string, { cited, around }: CitedLines, reading: Reading): boolean {
  const isNear = around.some(({ speaker }) => speaker === name);
  return (
    cited.some(({ speaker, text }) => speaker === name || (isNear && SECOND_PERSON.test(text))) ||
    around.some(({ text }) => isNamed(name, text, reading))
  );
}

/** In speech, where the recognizer's capitals are unreliable. */
function isNamed(name: string, text: string, reading: Reading): boolean {
  const said = new Set(reading.wordsOf(text).map((word) => word.replace(/'s$/, '')));
  const parts = reading.wordsOf(name);
  return (
    ownParts(name, reading).some((part) => said.has(part)) ||
    (parts.length > 0 && parts.every((part) => said.has(part)))
  );
}

/** In minutes, where names are capitalized: `Will` is a person, `will` is not. */
function isMentioned(name: string, text: string, reading: Reading): boolean {
  if (placeOf(name, text) >= 0) return true;
  const capitals = text.match(/\p{Lu}[\p{L}'-]*/gu)?.flatMap(reading.wordsOf) ?? [];
  const bare = capitals.map((word) => word.replace(/'s$/, ''));
  return ownParts(name, reading).some((part) => bare.includes(part));
}

const MAX_WORDS_BEFORE_ACTOR = 2;

function beginsWith(name: string, text: string, reading: Reading): boolean {
  // "Anna's shift" is about a shift.
  const first = reading.wordsOf(text).slice(0, MAX_WORDS_BEFORE_ACTOR + 1);
  const parts = [...ownParts(name, reading), ...reading.wordsOf(name).slice(0, 1)];
  return first.some((word) => parts.includes(word));
}

function placeOf(name: string, text: string): number {
  const isOneWord = !/\s/.test(name);
  return isOneWord
    ? text.search(new RegExp(`(?<!\\p{L})${escaped(name)}(?!\\p{L})`, 'u'))
    : text.toLowerCase().indexOf(name.toLowerCase());
}

/** Parts of the name that nobody else has. */
function ownParts(name: string, { names, wordsOf }: Reading): string[] {
  const others = new Set(names.filter((other) => other !== name).flatMap(wordsOf));
  return wordsOf(name).filter((part) => part.length > 2 && !others.has(part));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
