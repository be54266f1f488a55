// The day of a task that its own words do not name, from what is said beside it. English.
import type { Day } from './calendar.ts';
import { type DayNearby, SHORT_WORDS, dayIn, isBare, opensWithDay } from './date-in-sentence.ts';
import type { FoundTask } from '../found-item.ts';
import { agrees } from '../text/detect-answer.ts';
import { namesDay } from './resolve-due-date.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { sameVerb } from '../references/task-antecedent.ts';

const REACH_TURNS = 2;
/** Whose task it is says it again a little later. */
const OWNER_REACH_TURNS = 3;
const REACH_SENTENCES = 4;
const LIMITS =
  /\b(?:by|before|until|till|due|deadline|needs?|wants?|has to|have to|i've to|must|closes?|shuts?|opens?|ready|done|finished|expects?)\b/i;
/** `Is Thursday morning all right?` */
const OFFERED =
  /^(?:is|would|could|can|does|say|how's|how about|what about|by|on|before)\b|^\w+day\b/i;
/** `Can you do it before you knock off?`, `Send it to me by tea.` */
const ASKS_BACK =
  /\b(?:can|could|will|would) (?:you|i|we|it|that) (?:please )?(?:do|have|get|send|be|manage|see|finish)\b|(?<!\b(?:i|you)(?:'d|'ll|'ve|'m| would| will| have)? )\b(?:send|have|get|do|bring|give|need|want) (?:it|that|them|him|her|those)\b/i;
const POINTS_BACK = /^(?:\S+\s+){0,4}(?:it|them|'em|that|those|mine|yours|him|her|there)\b/i;
const PROMISES = /\bi(?:'ll| will| can|'d)\b|^(?:yes,? |yeah,? )?you(?:'ll| will)? (?:have|get)\b/i;
/** `Yep. I'll use the old one. Give me until Tuesday.` */
const ASKS_TIME = /^(?:just )?(?:give me|let me have) (?:until|till|to)\b/i;
/** `There's one on the nineteenth`, `We look at them on the twenty-ninth`: an occasion, no limit. */
const OCCASION = /^(?:and |but |so |then )*(?:we|there)(?:'s|'re|'ll| is| are)?\b/i;
/** `They'd be here on Saturday`, `He could have it here by Tuesday` */
const FOLLOWS =
  /^(?:and |but |so |then )*(?:they|s?he|it)(?:'d| would| could| might)(?! (?:like|want|need|have to|rather|better))\b/i;

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
  const asked = around.owners.ofSpeaker(own.speakerRef) !== task.ownerDisplayName;
  const beside = [dayOfTurn, dayOfReply].map(
    (find) => (): DayNearby | null => find(task, own, around),
  );
  const said = [
    (): DayNearby | null => dayIn(own, around),
    ...(asked ? beside.toReversed() : beside),
  ];
  return said.reduce<DayNearby | null>((found, find) => found ?? find(), null);
}

/** `I'll write to them. They want it by the first.` */
function dayOfTurn(task: FoundTask, own: SpokenSentence, around: Surroundings): DayNearby | null {
  for (let at = task.at + 1; at <= task.at + REACH_SENTENCES; at += 1) {
    const after = around.sentences[at];
    if (
      after === undefined ||
      after.turn !== own.turn ||
      (isOthers(task, after, around) && !opensWithDay(after, around.today))
    )
      break;
    if (after.isQuestion && !(OFFERED.test(after.text) && after.words.length <= SHORT_WORDS))
      continue;
    if ((OCCASION.test(after.text) && !LIMITS.test(after.text)) || FOLLOWS.test(after.text))
      continue;
    const day = dayIn(after, around);
    if (day !== null) return day;
  }
  return null;
}

/**
 * `Noor, can you redo the sheets?` `Okay, I'll have them by Friday.`; `I'll write the letter.`
 * `Before the fifteenth.`
 */
function dayOfReply(task: FoundTask, own: SpokenSentence, around: Surroundings): DayNearby | null {
  const asked = around.owners.ofSpeaker(own.speakerRef) !== task.ownerDisplayName;
  for (let at = task.at + 1; at < around.sentences.length; at += 1) {
    const reply = around.sentences[at];
    if (reply === undefined || reply.turn - own.turn > OWNER_REACH_TURNS) return null;
    if (isOthers(task, reply, around)) return dayGiven(task, reply, around);
    if (reply.turn === own.turn) continue;
    const byOwner = around.owners.ofSpeaker(reply.speakerRef) === task.ownerDisplayName;
    const near = reply.turn - own.turn <= REACH_TURNS;
    const asksBack =
      near && !byOwner && (ASKS_BACK.test(reply.text) || sameVerb(reply.text, task.text));
    const again =
      byOwner && ((near && asked) || (PROMISES.test(reply.text) && POINTS_BACK.test(reply.text)));
    const bare =
      (near || byOwner) &&
      isBare(reply, around.today) &&
      (!reply.isQuestion || isGranted(task, reply, around));
    const said = bare || (!reply.isQuestion && again);
    const day = said || asksBack ? dayIn(reply, around) : null;
    if (day !== null) return day;
  }
  return null;
}

/** What the owner goes on to ask for in the same turn: `I'll use the old one. Give me until Tuesday.` */
function dayGiven(task: FoundTask, reply: SpokenSentence, around: Surroundings): DayNearby | null {
  if (around.owners.ofSpeaker(reply.speakerRef) !== task.ownerDisplayName) return null;
  const rest = around.sentences.slice(reply.index, reply.index + REACH_SENTENCES);
  const asking = rest.find((other) => other.turn === reply.turn && ASKS_TIME.test(other.text));
  return asking === undefined ? null : dayIn(asking, around);
}

/** `By the sixteenth?` `Sure.` */
function isGranted(
  task: FoundTask,
  asked: SpokenSentence,
  { sentences, owners }: Surroundings,
): boolean {
  const reply = sentences[asked.index + 1];
  return (
    reply !== undefined &&
    owners.ofSpeaker(reply.speakerRef) === task.ownerDisplayName &&
    agrees(reply) &&
    !namesDay(reply.text)
  );
}

/** True where another task begins; `I'll send it round by Sunday` only goes on. */
function isOthers(task: FoundTask, sentence: SpokenSentence, { tasks }: Surroundings): boolean {
  const goesOn = (other: FoundTask): boolean =>
    other.ownerDisplayName === task.ownerDisplayName &&
    (POINTS_BACK.test(sentence.text) || POINTS_BACK.test(other.text));
  return tasks.some((other) => other !== task && other.at === sentence.index && !goesOn(other));
}
