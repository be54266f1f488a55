// What speaks for and against a date as the due date of a task. English.
import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { when } from '../model/weight-of.ts';
import { pattern } from '../text/pattern.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { dateWeights } from '../weights/weights.ts';
import type { Day } from './calendar.ts';
import { type DueDate, SPOKEN_OF } from './resolve-due-date.ts';

export type DateFeature = keyof typeof dateWeights;

const SHORT_WORDS = 6;
const NEAR_SENTENCES = 2;
const LIMIT = /^(?:by|before|no later|not later|until|till|due|(?:the )?latest)\b/i;
/** `After this`, `at half seven`, `on my way home` mean today without saying so. */
const TODAY =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|day|business|play|eod|cob|\w+day|\d)/i;
/** A past event or a habit. */
const PAST = pattern('i')`
  \b(?:was|were|did|had|wanted|went|(?<!\b(?:have|has) )(?<!'(?:ve|s) )got|said|told|came|last|
  since|ago|yesterday|always|every|usually|already)\b`;

/** Where the sentence that names it is, relative to the task's own. */
export function featuresOfPlace(
  task: FoundTask,
  sentence: SpokenSentence,
  others: readonly FoundTask[],
  { sentences, owners }: MeetingReading,
): DateFeature[] {
  const own = sentences[task.at] ?? sentence;
  const [from, to] = [Math.min(sentence.index, own.index), Math.max(sentence.index, own.index)];
  const isShared = others.some(({ at }) => at === sentence.index);
  const isSame = from === to;
  const turns = Math.abs(sentence.turn - own.turn);
  const side = sentence.index < own.index ? 'before' : 'after';
  const isOwner = owners.ofSpeaker(sentence.speakerRef) === task.ownerDisplayName;
  const place: DateFeature =
    turns > 0
      ? `${side} by ${turns === 1 ? 1 : turns === 2 ? 2 : 3} turns`
      : `${side} in turn, ${to - from === 1 ? 'next' : 'further'}`;
  return [
    isSame ? 'own sentence' : place,
    ...when(!isSame, `${turns === 0 ? 'in turn' : side} by ${isOwner ? 'owner' : 'another'}`),
    ...when(
      others.some(({ at }) => at > from && at < to),
      'another task between',
    ),
    ...when(isShared, isSame ? 'shared with another task' : 'of another task'),
    ...when(sentence.isQuestion, 'asked'),
    ...when(sentence.words.length <= SHORT_WORDS, 'short'),
  ];
}

/** How it is worded; `at` is its index among all dates `named` in the sentence. */
export function featuresOfWords(
  text: string,
  named: readonly DueDate[],
  at: number,
  today: Day | null,
): DateFeature[] {
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
    ...when(!due.plain, 'only implied'),
    ...when(due.day === today && !TODAY.test(words), 'at once'),
    ...when(PAST.test(text.slice(0, due.from)), 'past before'),
    ...when(SPOKEN_OF.test(text.slice(due.to)), 'spoken of'),
    ...when(at < named.length - 1, 'another day follows'),
    ...when(at > 0 && at === named.length - 1, 'another day before'),
  ];
}

/** How the day compares with the days in the wording of this task and of tasks nearby. */
export function featuresOfDay(
  day: Day,
  sentence: SpokenSentence,
  { dueDay }: FoundTask,
  others: readonly FoundTask[],
): DateFeature[] {
  const isOthers = others.some(
    (other) => other.dueDay === day && Math.abs(other.at - sentence.index) <= NEAR_SENTENCES,
  );
  return [
    ...when(dueDay !== null, day === dueDay ? 'in its words' : 'against its words'),
    ...when(isOthers, 'the day of another task'),
  ];
}
