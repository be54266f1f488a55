// The day of a task where it is named apart from the deed. English.
import { isCorrecting } from '../text/apply-corrections.ts';
import { asksWhenElse } from './asks-when.ts';
import type { Day } from './calendar.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import { agrees, readAnswer, whatWasSaid } from '../text/detect-answer.ts';
import { resolveDueDate } from './resolve-due-date.ts';
import type { DueDate } from './resolve-due-date.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { answerTo } from '../tasks/task-context.ts';
import type { Walk } from '../tasks/task-context.ts';

const SHORT_ANSWER_WORDS = 12;
const ASKS_WHEN = /\b(?:when|what day|how soon|by|deadline|enough|okay|ok)\b/i;
const NEEDS_DAY = /\b(?:need|want|give me|have) a (?:date|day)\b/i;
/** So far back a question for the day is looked for. */
const REACH_SENTENCES = 3;
/** So far back a task is asked for by its own words. */
const REACH_ASKED_SENTENCES = 20;
/** More words before the day, and the question is about something else. */
const MOST_OTHER_WORDS = 1;
/** `They want it by the eighteenth. So I'd better do it this evening.` */
const DONE_ON = /^i(?:'d|'ll)?(?: better)? do (?:it|that|this)\b/i;
/** `Tomorrow's fine`, `Should be.` */
const GRANTED =
  /^(?:(?:\w+day|tomorrow|tonight)(?:'s| is) (?:fine|good|okay|ok|great|perfect)\b|(?:should be|shouldn't be a problem|i should think so)[.!]?$)/i;
/** `Probably early next week.` `Call it Tuesday.` */
const NARROWS = /^(?:.*, )?(?:call|make) (?:it|that) /i;

/** A short later sentence that only names a day: `By Friday.`, `It will be ready on Monday.` True when the latest task took it. */
export function dateLatest(walk: Walk, sentence: SpokenSentence): boolean {
  const { latest, today } = walk;
  const asked = askedFor(walk, sentence) ?? latest;
  if (asked === null || today === null) return false;
  const before = asked.segmentRefs;
  date(walk, asked, sentence, today);
  return asked.segmentRefs !== before;
}

/** `When can you have the sentences?` asks for a task further back that has no day yet. */
function askedFor({ sentences, tasks, owners }: Walk, sentence: SpokenSentence): FoundTask | null {
  const asked = sentences[sentence.index - 1];
  if (
    asked === undefined ||
    !asked.isQuestion ||
    !/\bwhen\b/i.test(asked.text) ||
    asked.turn === sentence.turn
  )
    return null;
  const words = contentWords(asked.text);
  const answering = owners.ofSpeaker(sentence.speakerRef);
  const recent = tasks.filter(
    (task) =>
      sentence.index - task.at <= REACH_ASKED_SENTENCES && task.ownerDisplayName === answering,
  );
  return (
    recent.findLast(
      (task) => task.dueDay === null && task.words.some((word) => words.includes(word)),
    ) ?? null
  );
}

function date(walk: Walk, latest: FoundTask, sentence: SpokenSentence, today: Day): void {
  if (sentence.isQuestion) return dateByQuestion(walk, latest, sentence, today);
  const [, tail] =
    /,\s+((?:so |but |and )?(?:by|before|until|no later than)\s.+)$/i.exec(sentence.text) ?? [];
  const tailDue = tail === undefined ? null : resolveDueDate(tail, today);
  if (tailDue !== null && sentence.turn - latest.turn <= 1)
    return extend(latest, sentence, latest.dueDay ?? tailDue.day);
  if (sentence.words.length > SHORT_ANSWER_WORDS) return;
  const due = resolveDueDate(sentence.text, today);
  if (due === null) return;
  const asked = walk.sentences[sentence.index - 1];
  if (!due.plain && asked !== undefined) {
    const offered = asked.isQuestion ? resolveDueDate(asked.text, today) : null;
    if (offered?.plain === true) return extend(latest, sentence, offered.day);
  }
  if (
    asked?.index === latest.at &&
    asked.turn === sentence.turn &&
    (isOnlyDay(sentence, due) || DONE_ON.test(sentence.text))
  )
    return extend(latest, sentence, due.day);
  const before = walk.sentences.slice(
    Math.max(0, sentence.index - REACH_SENTENCES),
    sentence.index,
  );
  const known = [...latest.words, ...contentWords(walk.owners.all.join(' '))];
  const answersWhen =
    (asked !== undefined &&
      (NEEDS_DAY.test(asked.text) ||
        (asked.isQuestion && ASKS_WHEN.test(asked.text) && !asksWhenElse(asked.text, known)))) ||
    before.some(
      (other) =>
        other.isQuestion &&
        other.turn === sentence.turn - 1 &&
        /^(?:so |and )?(?:(?:by|until|till) )?when\b/i.test(other.text) &&
        !asksWhenElse(other.text, known),
    );
  const correcting = isCorrecting(whatWasSaid(sentence)) || NARROWS.test(sentence.text);
  const plain =
    /^(?:by|before|until|no later than|make (?:it|that)|let's say)\b/i.test(sentence.text) ||
    (due.from === 0 && sentence.words.length <= 6 && sentence.turn - latest.turn <= 1);
  if (due.from === 0 && sentence.turn - latest.turn === 1)
    return latest.dueDay === null ? extend(latest, sentence, due.day) : undefined;
  if (sentence.turn - latest.turn > 2 && !answersWhen && !correcting) return;
  const more = otherWords(sentence.text.slice(0, due.from) + sentence.text.slice(due.to), latest);
  const byOwner = walk.owners.ofSpeaker(sentence.speakerRef) === latest.ownerDisplayName;
  const promised =
    byOwner &&
    /^(?:you|they|he|she|i)(?:'ll| will| can) (?:have|get)\b|^give me\b/i.test(sentence.text);
  const allowed = promised
    ? 2
    : /^(?:it|that|this|they|these|those)\b/i.test(sentence.text)
      ? 1
      : 0;
  if (more.length > allowed && !answersWhen) return;
  const aboutIt =
    /\b(?:it|that|this|them|those|deadline|due)\b/i.test(sentence.text) &&
    /\b(?:by(?! the way)|before|ready|done|finish(?:ed)?|need|due|deadline|have|get|send|works|until|on)\b/i.test(
      sentence.text,
    );
  if (/\b(?:not|n't|can't|cannot|won't|was|were|did)\b/i.test(sentence.text) && !correcting) return;
  if ((latest.dueDay !== null) !== correcting && !answersWhen) return;
  if (answersWhen || correcting || plain || promised || aboutIt) extend(latest, sentence, due.day);
}

/** `Thursday okay?` `Thursday's fine.`: a day asked for by the owner or the asker, and not refused. */
function dateByQuestion(walk: Walk, latest: FoundTask, sentence: SpokenSentence, today: Day): void {
  if (sentence.words.length > SHORT_ANSWER_WORDS || sentence.turn - latest.turn > 3) return;
  const due = resolveDueDate(sentence.text, today);
  if (due === null) return;
  const reply = answerTo(walk, sentence, null);
  if (reply === null || readAnswer(reply) === 'refuses') return;
  const repeated = resolveDueDate(reply.text, today)?.day;
  const before = walk.sentences.slice(
    Math.max(0, sentence.index - REACH_SENTENCES),
    sentence.index,
  );
  const aboutWhen =
    sentence.turn - latest.turn <= 1 ||
    before.some((asked) => asked.isQuestion && /\b(?:when|by|how soon)\b/i.test(asked.text));
  if (otherWords(sentence.text.slice(0, due.from), latest).length > MOST_OTHER_WORDS) return;
  if (aboutWhen && (agrees(reply) || GRANTED.test(reply.text) || repeated === due.day))
    extend(latest, sentence, repeated ?? due.day);
}

/** What words say beside the task. */
function otherWords(text: string, latest: FoundTask): string[] {
  return contentWords(text).filter(
    (word) => !latest.words.includes(word) && !/^(?:deadlin|due|work|finish|fin|set)$/.test(word),
  );
}

function isOnlyDay(sentence: SpokenSentence, due: DueDate): boolean {
  return (
    due.plain && wordsOf(sentence.text.slice(0, due.from) + sentence.text.slice(due.to)).length <= 1
  );
}

/** More words for a task that is known. */
export function extend(task: FoundTask, sentence: SpokenSentence, dueDay: Day | null): void {
  task.dueDay = dueDay ?? task.dueDay;
  task.segmentRefs = [...new Set([...task.segmentRefs, ...sentence.segmentRefs])];
  task.sureness += 1;
}
