// What stands around a task in the conversation: the answer to it, the need for it, the day named beside it. English.
import type { Day } from '../dates/calendar.ts';
import { wordsOf } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import { readAnswer, whatWasSaid } from '../text/detect-answer.ts';
import { namesDay, resolveDueDate } from '../dates/resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { TaskWording } from './write-task.ts';

/** How long a free or fresh task can be taken up or dated. */
export const REACH_TURNS = 4;
const ASKS_FOR_HABIT =
  /\b(?:do you (?:do|usually|normally|handle|go about|plan)|how (?:do|would) you|show me how|walk (?:me|us) through|what happens|what would you)\b/i;

const ASKS_FOR_HELP =
  /\b(?:who|someone|somebody|anyone|anybody|(?:could|can) (?:you|we)|would you)\b/i;

export interface OpenTask {
  readonly wording: TaskWording;
  readonly sentence: SpokenSentence;
  /** A thing that is needed, without the deed: `a status page update`. */
  readonly need?: true;
}

export interface Walk {
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly owners: OwnerFinder;
  readonly today: Day | null;
  readonly tasks: FoundTask[];
  free: OpenTask | null;
  latest: FoundTask | null;
}

/** `You should repeat it.` `Okay, I'll rerun it.`: advice becomes a task when it is taken. */
export function takesOn(walk: Walk, sentence: SpokenSentence): boolean {
  const reply = answerTo(walk, sentence, null);
  if (reply === null || readAnswer(reply) !== 'accepts') return false;
  const turn = walk.sentences
    .slice(reply.index, reply.index + 3)
    .filter((other) => other.turn === reply.turn);
  return turn.some((other) =>
    /\b(?:i'll|i will|will do|i can|on it|doing it|i'm going to|you got it|consider it done|yes,? (?:ma'am|sir|boss|chef)|ten four|it will be)\b/i.test(
      whatWasSaid(other),
    ),
  );
}

/** `Can you ask them?` `Yes, I'll ask the secretary.`: the answer says it better. */
export function saidAgainNext(walk: Walk, sentence: SpokenSentence, wording: string): boolean {
  const verb = wordsOf(wording)[0] ?? '';
  const next = walk.sentences
    .slice(sentence.index + 1, sentence.index + 5)
    .filter((other) => other.turn === sentence.turn + 1);
  const promises = next.filter((other) => /\bi(?:'ll| will| can) /i.test(other.text));
  return promises.some((other) =>
    new RegExp(`\\b(?:i'll|i will|i can) ${verb}\\b(?! (?:it|that|them|him|her)\\b)`, 'i').test(
      other.text,
    ),
  );
}

/** `I'll send you a link.` `Send it to my private address.`: the same task. */
export function saysMoreOf(task: string, wording: string): boolean {
  const again = /^(\p{L}+) (?:it|them)\b/iu.exec(wording);
  return again !== null && again[1]?.toLowerCase() === wordsOf(task)[0];
}

/** `by then`: the day named shortly before. */
export function dayBefore(walk: Walk, sentence: SpokenSentence, clause: string): Day | null {
  if (!/\b(?:by|before|until) then\b/i.test(clause)) return null;
  for (let at = sentence.index - 1; at >= Math.max(0, sentence.index - REACH_TURNS); at -= 1) {
    const due = resolveDueDate(
      (walk.sentences[at]?.text ?? '').replace(/\bfrom\b/i, 'on'),
      walk.today,
    );
    if (due !== null) return due.day;
  }
  return null;
}

/** `Give me half an hour, I'll redo the form`; `The report is due at the end of the month. I'll write it.` */
export function dayBeside(walk: Walk, sentence: SpokenSentence): Day | null {
  const before = walk.sentences[sentence.index - 1];
  if (
    before === undefined ||
    before.turn !== sentence.turn ||
    !/^(?:just )?give me\b|\bdue\b/i.test(before.text)
  )
    return null;
  return resolveDueDate(before.text, walk.today)?.day ?? null;
}

/** `What do you do when a train is cancelled?` `I'll call the hotline`: a habit, not a task. */
export function answersHowYouDo(walk: Walk, sentence: SpokenSentence): boolean {
  for (let at = sentence.index - 1; at >= 0; at -= 1) {
    const before = walk.sentences[at];
    if (before === undefined || sentence.turn - before.turn > 1) return false;
    if (before.turn < sentence.turn) return before.isQuestion && ASKS_FOR_HABIT.test(before.text);
  }
  return false;
}

/** `They asked for the data.` `I can pull that together.` */
export function neededBefore(walk: Walk, sentence: SpokenSentence): boolean {
  const before = walk.sentences.slice(Math.max(0, sentence.index - 3), sentence.index);
  if (
    before.some(
      (other) =>
        other.turn === sentence.turn - 1 && other.isQuestion && ASKS_FOR_HELP.test(other.text),
    )
  )
    return true;
  return before.some(
    (other) =>
      other.turn === sentence.turn - 1 &&
      /\b(?:asked for|asks? for|needs?|wants?|missing|waiting for)\b/i.test(other.text),
  );
}

/** `I have to redo the budget. I'll have it on Friday.`: a duty that is given a day. */
export function promisesBy(
  walk: Walk,
  sentence: SpokenSentence,
  wording: { dueDay: Day | null },
): boolean {
  const next = walk.sentences[sentence.index + 1];
  if (
    next === undefined ||
    next.turn !== sentence.turn ||
    !/^(?:i'll|i will|you'll|you will) (?:have|get|send|show|bring)\b/i.test(next.text)
  )
    return false;
  const due = resolveDueDate(next.text, walk.today);
  if (due === null && !namesDay(next.text)) return false;
  wording.dueDay = due?.day ?? null;
  return true;
}

/** The first sentence of the next turn; when an owner is named, of that person's next turn within reach. */
export function answerTo(
  walk: Walk,
  sentence: SpokenSentence,
  owner: string | null,
): SpokenSentence | null {
  for (let at = sentence.index + 1; at < walk.sentences.length; at += 1) {
    const next = walk.sentences[at];
    if (next === undefined || next.turn - sentence.turn > 2) return null;
    if (next.turn === sentence.turn) continue;
    if (owner === null || walk.owners.ofSpeaker(next.speakerRef) === owner) return next;
  }
  return null;
}

export function otherOfTwo(walk: Walk, sentence: SpokenSentence): string | null {
  const speaker = walk.owners.ofSpeaker(sentence.speakerRef);
  if (walk.owners.all.length !== 2 || speaker === null) return null;
  return walk.owners.all.find((name) => name !== speaker) ?? null;
}
