// The day of a task that its own words do not name, from what is said beside it. English.
import type { Day } from './calendar.ts';
import { wordsOf } from './content-words.ts';
import type { FoundTask } from './found-item.ts';
import { resolveDueDate } from './resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { sameVerb } from './task-matter.ts';

const REACH_TURNS = 2;
const REACH_SENTENCES = 4;
const SHORT_WORDS = 9;
const PAST = /\b(?:was|were|did|had|went|got|said|told|came|last|since|ago|yesterday|always|every|usually|already)\b/i;
const LIMITS = /\b(?:by|before|until|till|due|deadline|needs?|wants?|has to|have to|i've to|must|closes?|shuts?|opens?|ready|expects?)\b/i;
/** `I see him on Saturday. I'll ask him.` */
const MEETS =
  /\bi(?:'m| am|'ll be)? (?:gonna |going to )?(?:see|seeing|meet|meeting|going|having|there|in there|with|passing|over|back|visit|visiting|at|on|in)\b/i;
/** `I'll ring them tonight. And I'll tell the others in the same go.` */
const SAME_GO =
  /\b(?:(?:in|at) the same (?:go|time|call|breath)|while i'm at it|by then|(?:do|say|ask|tell|bring) (?:it|them|that|him|her)(?: up)? then)\b/i;
/** A fragment that hardly says more than the day. */
const BARE =
  /^(?:by|before|until|till|on|no later than|today|tonight|tomorrow|this|next|then ask|first thing|right after|straight after|as soon as)\b|^\w+day\b/i;
/** `Please do, this morning` */
const CONTENT =
  /^(?:(?:please do|please|ooh|oh|yes|yeah|okay|ok|sure|perfect|lovely|go on|good|great|thanks|thank you|ta|so|then|but|and|no later|say|maybe),?\s+)+/i;
/** Where the day opens a sentence it is no longer one when it is spoken of: `Friday is impossible`. */
const SPOKEN_OF = /^(?:'s|\s+(?:is|was|are|were|would|will|can|could|might|i'm|i am|we're|we are)\b)/i;
/** `Is Thursday morning all right?` */
const OFFERED = /^(?:is|would|could|can|does|say|how's|how about|what about|by|on|before)\b|^\w+day\b/i;
/** `Can you do it before you knock off?`, `Send it to me by tea.` */
const ASKS_BACK =
  /\b(?:can|could|will|would) (?:you|i|we|it|that) (?:please )?(?:do|have|get|send|be|manage|see|finish)\b|\b(?:send|have|get|do|bring|give|need|want) (?:it|that|them|him|her|those)\b/i;
const ASKED =
  /\b(?:(?:can|could|will|would) (?:you|we|somebody|someone)|(?:somebody|someone|we|you)(?:'ve| have|'s| has)?(?: got)? (?:to|needs? to|should|must)|needs?|must|please|want(?:s|ed)?)\b/i;
const POINTS_BACK = /^(?:\S+\s+){0,4}(?:it|them|that|those|mine|yours|him|her)\b/i;

/** A day and the segments that name it. */
export interface DayNearby {
  readonly day: Day;
  readonly segmentRefs: readonly string[];
}

export interface Surroundings {
  readonly sentences: readonly SpokenSentence[];
  /** All tasks of the meeting: a day belongs to the one beside it. */
  readonly tasks: readonly FoundTask[];
  readonly owners: OwnerFinder;
  readonly today: Day | null;
}

export function dayAround(task: FoundTask, around: Surroundings): DayNearby | null {
  const own = around.sentences[task.at];
  if (own === undefined || around.today === null) return null;
  return dayOfTurn(task, own, around) ?? dayOfReply(task, own, around) ?? dayAskedFor(own, around);
}

/** `I'll write to them. They want it by the first.`, `I have to tell the league by the first. I'll write to them.` */
function dayOfTurn(task: FoundTask, own: SpokenSentence, around: Surroundings): DayNearby | null {
  const whole = dayIn(own, around);
  if (whole !== null) return whole;
  for (let at = task.at + 1; at <= task.at + REACH_SENTENCES; at += 1) {
    const after = around.sentences[at];
    if (after === undefined || after.turn !== own.turn || (isOthers(task, after, around) && !opensWithDay(after, around))) break;
    if (after.isQuestion && !(OFFERED.test(after.text) && wordsOf(after.text).length <= SHORT_WORDS)) continue;
    const day = PAST.test(after.text) ? null : dayIn(after, around);
    if (day !== null) return day;
  }
  const before = around.sentences[task.at - 1];
  if (before === undefined || before.turn !== own.turn || PAST.test(before.text)) return null;
  if (SAME_GO.test(own.text)) return dayIn(before, around);
  if (isOthers(task, before, around)) return null;
  return LIMITS.test(before.text) || MEETS.test(before.text) ? dayIn(before, around) : null;
}

/** `Noor, can you redo the sheets?` `Okay, I'll have them by Friday.`; `I'll write the letter.` `Before the fifteenth.` */
function dayOfReply(task: FoundTask, own: SpokenSentence, around: Surroundings): DayNearby | null {
  const asked = around.owners.ofSpeaker(own.speakerRef) !== task.ownerDisplayName;
  for (let at = task.at + 1; at < around.sentences.length; at += 1) {
    const reply = around.sentences[at];
    if (reply === undefined || reply.turn - own.turn > REACH_TURNS || isOthers(task, reply, around)) return null;
    if (reply.turn === own.turn || PAST.test(reply.text)) continue;
    const byOwner = around.owners.ofSpeaker(reply.speakerRef) === task.ownerDisplayName;
    const asksBack = !byOwner && (ASKS_BACK.test(reply.text) || sameVerb(reply.text, task.text));
    const said = !reply.isQuestion && ((asked && byOwner) || isBare(reply, around));
    const day = said || asksBack ? dayIn(reply, around) : null;
    if (day !== null) return day;
  }
  return null;
}

/** `Today, before she leaves.` `I'll call her.` */
function dayAskedFor(own: SpokenSentence, around: Surroundings): DayNearby | null {
  const before = around.sentences[own.index - 1];
  if (before === undefined || before.turn !== own.turn - 1 || PAST.test(before.text)) return null;
  return isBare(before, around) || ASKED.test(before.text) ? dayIn(before, around) : null;
}

/** Hardly more than a day, or a sentence that opens with one. */
function isBare(sentence: SpokenSentence, { today }: Pick<Surroundings, 'today'>): boolean {
  const text = sentence.text.replace(CONTENT, '');
  if (!BARE.test(text)) return false;
  return wordsOf(text).length <= SHORT_WORDS || opensWithDay(sentence, { today });
}

function opensWithDay(sentence: SpokenSentence, { today }: Pick<Surroundings, 'today'>): boolean {
  const text = sentence.text.replace(CONTENT, '');
  const due = BARE.test(text) ? resolveDueDate(text, today) : null;
  return due !== null && due.from === 0 && !SPOKEN_OF.test(text.slice(due.to));
}

/** True where another task begins; `I'll send it round by Sunday` only goes on. */
function isOthers(task: FoundTask, sentence: SpokenSentence, { tasks }: Surroundings): boolean {
  return !POINTS_BACK.test(sentence.text) && tasks.some((other) => other !== task && other.at === sentence.index);
}

function dayIn(sentence: SpokenSentence, { today }: Surroundings): DayNearby | null {
  const due = resolveDueDate(sentence.text, today);
  return due === null ? null : { day: due.day, segmentRefs: sentence.segmentRefs };
}
