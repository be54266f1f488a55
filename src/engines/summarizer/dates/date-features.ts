// What speaks for and against a day as the due date of a task. English.
import type { Day } from './calendar.ts';
import type { DatedTask, FoundTask } from '../found-item.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import type { DueDate } from './resolve-due-date.ts';
import { SPOKEN_OF } from './resolve-due-date.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { tellsPast } from '../text/is-past-tense.ts';

const SHORT_WORDS = 6;
const FAR_TURNS = 3;
const NEAR_SENTENCES = 2;
const LIMIT = /^(?:by|before|no later|not later|until|till|due|(?:the )?latest)\b/i;
/** `After this`, `at half seven`, `on my way home` mean today without saying so. */
const TODAY =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|day|business|play|eod|cob|\w+day|\d)/i;

/** Where the sentence that names it stands, seen from the task's own. */
export function signsOfPlace(
  task: FoundTask,
  own: SpokenSentence,
  sentence: SpokenSentence,
  others: readonly DatedTask[],
  owners: OwnerFinder,
): string[] {
  const same = sentence.index === own.index;
  const turns = Math.abs(sentence.turn - own.turn);
  const side = sentence.index < own.index ? 'before' : 'after';
  const [from, to] = [Math.min(sentence.index, own.index), Math.max(sentence.index, own.index)];
  const there = others.some((other) => other.task.at === sentence.index);
  const place =
    turns > 0
      ? `by ${Math.min(FAR_TURNS, turns)} turns`
      : `in turn, ${to - from === 1 ? 'next' : 'further'}`;
  const speaker =
    owners.ofSpeaker(sentence.speakerRef) === task.ownerDisplayName ? 'owner' : 'another';
  return [
    ...(same
      ? ['own sentence']
      : [`${side} ${place}`, `${turns === 0 ? 'in turn' : side} by ${speaker}`]),
    ...(others.some((other) => other.task.at > from && other.task.at < to)
      ? ['another task between']
      : []),
    ...(there ? [same ? 'shared with another task' : 'of another task'] : []),
    ...(sentence.isQuestion ? ['asked'] : []),
    ...(sentence.words.length <= SHORT_WORDS ? ['short'] : []),
  ];
}

/** How it is said; `at` is its place among all days `named` in the sentence. */
export function signsOfWords(
  text: string,
  named: readonly DueDate[],
  at: number,
  today: Day | null,
): string[] {
  const due = named[at];
  if (due === undefined) return [];
  const words = text.slice(due.from, due.to);
  return [
    LIMIT.test(words)
      ? 'sets a limit'
      : /^for\b/i.test(words)
        ? 'for'
        : /^on\b/i.test(words)
          ? 'on'
          : 'bare',
    ...(due.plain ? [] : ['only implied']),
    ...(due.day === today && !TODAY.test(words) ? ['at once'] : []),
    ...(tellsPast(text.slice(0, due.from)) ? ['past before'] : []),
    ...(SPOKEN_OF.test(text.slice(due.to)) ? ['spoken of'] : []),
    ...(at < named.length - 1 ? ['another day follows'] : at > 0 ? ['another day before'] : []),
  ];
}

/** What the rules take it for, for this task and for others beside it. */
export function signsOfDay(
  day: Day | null,
  sentence: SpokenSentence,
  { task, day: ruled }: DatedTask,
  others: readonly DatedTask[],
): string[] {
  const elsewhere = others.some(
    (other) => other.day === day && Math.abs(other.task.at - sentence.index) <= NEAR_SENTENCES,
  );
  const rule =
    day !== ruled ? 'against a rule' : task.dueDay === day ? 'by rule in its words' : 'by rule';
  return [...(ruled === null ? [] : [rule]), ...(elsewhere ? ['the day of another task'] : [])];
}
