// How tasks are noted: a new one, one that was free and is taken, one that is only said again. English.
import { isCorrecting } from '../text/apply-corrections.ts';
import { contentWords } from '../text/content-words.ts';
import { extend } from '../dates/date-task.ts';
import type { FoundTask } from '../found-item.ts';
import { whatWasSaid } from '../text/detect-answer.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { saidAgainNext, saysMoreOf } from './task-context.ts';
import type { Walk } from './task-context.ts';
import { askedBefore, commandOf, sameVerb } from '../references/task-antecedent.ts';
import { isGeneric } from './write-task.ts';
import type { TaskWording } from './write-task.ts';

/** `Do it on the computer` */
const DOES_IT = /^do (?:it|that|this|them)\b/i;
const HANDS_OVER =
  /^(?:send|have|get|bring|show|give|return|finish) (?:it|that|them|you|him|her)\b/i;
const GIVEN_TASKS = 4;

/** `I can do that` takes the free task; `I'll send it tomorrow` dates the one just given. */
export function takeUp(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
): boolean {
  const { free, latest } = walk;
  const generic = isGeneric(wording.text) || DOES_IT.test(wording.text);
  const same =
    generic || HANDS_OVER.test(wording.text) || sameVerb(latest?.text ?? '', wording.text);
  const moves =
    latest !== null &&
    latest.dueDay !== null &&
    wording.dueDay !== null &&
    latest.dueDay !== wording.dueDay;
  if (
    moves &&
    generic &&
    latest.given !== true &&
    !isCorrecting(whatWasSaid(sentence)) &&
    addAsked(walk, sentence, wording, owner, latest.at)
  )
    return true;
  if (
    latest !== null &&
    same &&
    latest.ownerDisplayName === owner &&
    (free === null || free.sentence.index < latest.at)
  ) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const mine = latest?.ownerDisplayName === owner ? null : givenTo(walk, sentence, wording, owner);
  if (mine !== null) {
    extend(mine, sentence, wording.dueDay);
    return true;
  }
  const command = free?.need === true && generic ? commandOf(walk, sentence) : null;
  if (free !== null && free.need === true && (command !== null || !generic)) {
    walk.free = null;
    const text = (command?.text ?? wording.text).replace(
      /\b(?:(?:that|this) one|it|that|this|them|those|one)\b/i,
      free.wording.text,
    );
    const refs = [...free.sentence.segmentRefs, ...(command?.segmentRefs ?? [])];
    return addTask(walk, sentence, { ...wording, text, pointsBack: false }, owner, refs);
  }
  if (free !== null && (generic || sameVerb(free.wording.text, wording.text))) {
    walk.free = null;
    const taken = { ...free.wording, dueDay: wording.dueDay ?? free.wording.dueDay };
    return addTask(walk, sentence, taken, owner, free.sentence.segmentRefs);
  }
  if (latest !== null && isCorrecting(whatWasSaid(sentence))) {
    latest.ownerDisplayName = owner;
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  if (generic) {
    const asked = addAsked(walk, sentence, wording, owner);
    if (asked || isGeneric(wording.text)) return asked;
  }
  if (
    latest !== null &&
    latest.ownerDisplayName === owner &&
    sentence.turn - latest.turn === 1 &&
    latest.given === true
  ) {
    latest.text = `${latest.text} (${wording.text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())})`;
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  if (saidAgainNext(walk, sentence, wording.text)) return false;
  return addTask(walk, sentence, { ...wording, pointsBack: false }, owner, []);
}

/** `Put the day in the system and I'll approve it.` `I'll put it in tonight.`: not the task given last. */
function givenTo(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
): FoundTask | null {
  const recent = walk.tasks.slice(-GIVEN_TASKS).filter((task) => sentence.turn - task.turn === 1);
  return (
    recent.findLast(
      (task) => task.ownerDisplayName === owner && sameVerb(task.text, wording.text),
    ) ?? null
  );
}

/** `Could we put up a notice?` `I'll do it.` */
function addAsked(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
  after = -1,
): boolean {
  const asked = askedBefore(walk, sentence);
  return asked === null || asked.at <= after
    ? false
    : addTask(
        walk,
        sentence,
        { ...asked.wording, dueDay: wording.dueDay ?? asked.wording.dueDay },
        owner,
        asked.segmentRefs,
      );
}

export function addTask(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
  refs: readonly string[],
): boolean {
  const { latest } = walk;
  if (
    latest !== null &&
    latest.ownerDisplayName === owner &&
    saysMoreOf(latest.text, wording.text)
  ) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const task = newTask(sentence, wording, owner, refs);
  walk.tasks.push(task);
  walk.latest = task;
  return true;
}

export function newTask(
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
  refs: readonly string[],
): FoundTask {
  return {
    at: sentence.index,
    turn: sentence.turn,
    text: wording.text,
    ownerDisplayName: owner,
    dueDay: wording.dueDay,
    segmentRefs: [...new Set([...refs, ...(wording.segmentRefs ?? []), ...sentence.segmentRefs])],
    words: contentWords(wording.text),
    sureness: (wording.dueDay === null ? 1 : 2) + (refs.length > 0 ? 1 : 0),
    correcting: isCorrecting(whatWasSaid(sentence)),
  };
}

/** `I'll ask Priya.` `Actually, Priya, can you …?`: asking her on the spot leaves nothing to ask. */
export function dropAskingOf(walk: Walk, sentence: SpokenSentence, taker: string): void {
  const { latest } = walk;
  const asked = latest === null ? null : /^ask (\p{L}+)\b/iu.exec(latest.text);
  if (
    latest === null ||
    latest.turn !== sentence.turn ||
    asked === null ||
    walk.owners.ofName(asked[1] ?? '') !== taker
  )
    return;
  walk.tasks.splice(walk.tasks.indexOf(latest), 1);
  walk.latest = null;
}
