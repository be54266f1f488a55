// Every task that somebody takes on or is given. English.
import { acceptedOffer, acceptedPromise, offerBinds } from './accepted-offers.ts';
import type { Day } from '../dates/calendar.ts';
import { dateLatest } from '../dates/date-task.ts';
import { TAG } from './assignment-words.ts';
import { findAssignment } from './find-assignments.ts';
import { findUndertaking } from './find-commitments.ts';
import type { FoundTask } from '../found-item.ts';
import { joinFronted, withFrontedObject } from '../text/fronted-object.ts';
import { nameTask } from '../references/name-task-antecedent.ts';
import { readAnswer } from '../text/detect-answer.ts';
import { taskRead } from '../model/read-task.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { resolveDueDate } from '../dates/resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { splitClauses } from '../text/split-clauses.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { addTask, dropAskingOf, newTask, takeUp } from './claim-open-task.ts';
import {
  answerTo,
  answersHowYouDo,
  dayBefore,
  dayBeside,
  otherOfTwo,
  promisesBy,
  REACH_TURNS,
  takesOn,
} from './task-context.ts';
import type { Walk } from './task-context.ts';
import { named, noteNeed } from '../references/task-antecedent.ts';
import { isGeneric, writeTask } from './write-task.ts';
import type { TaskWording } from './write-task.ts';

/** In the order of the meeting. */
export function findActionItems(
  sentences: readonly SpokenSentence[],
  owners: OwnerFinder,
  today: Day | null,
  acts: readonly SpeechAct[] = readSpeechActs(sentences),
  readings: readonly (TurnReading | null)[] = [],
): FoundTask[] {
  const considered: FoundTask[] = [];
  const walk: Walk = { sentences, acts, owners, today, tasks: [], free: null, latest: null };
  for (const sentence of sentences) {
    if (walk.free !== null && sentence.turn - walk.free.sentence.turn > REACH_TURNS)
      walk.free = null;
    if (walk.latest !== null && sentence.turn - walk.latest.turn > REACH_TURNS) walk.latest = null;
    const before = walk.tasks.length;
    let dated = false;
    for (const clause of joinFronted(splitClauses(sentence.text)))
      dated = readClause(walk, sentence, clause) || dated;
    const reading = readings[sentence.index];
    if (walk.tasks.length > before || dated || dateLatest(walk, sentence)) continue;
    const read = taskRead(walk, sentence, reading);
    if (read === null) continue;
    considered.push({ ...newTask(sentence, read.wording, read.owner, []), read: true });
  }
  return [...walk.tasks, ...considered]
    .toSorted((a, b) => a.at - b.at)
    .map((task) => nameTask(task, walk, readings[task.at]));
}

/** True when the clause made or completed a task. */
function readClause(walk: Walk, sentence: SpokenSentence, clause: string): boolean {
  const undertaking =
    findUndertaking(clause, sentence.isQuestion) ??
    acceptedPromise(walk, sentence, clause) ??
    acceptedOffer(walk, sentence, clause);
  if (undertaking !== null) {
    if (answersHowYouDo(walk, sentence)) return false;
    const owner = walk.owners.ofSpeaker(sentence.speakerRef);
    const { opening, verbPhrase } = undertaking;
    const written = writeTask(
      withFrontedObject(opening || cutOff(walk, sentence), verbPhrase) ?? verbPhrase,
      walk.today,
    );
    if (written === null) return false;
    const wording = {
      ...written,
      dueDay:
        written.dueDay ??
        resolveDueDate(opening, walk.today)?.day ??
        dayBefore(walk, sentence, clause) ??
        dayBeside(walk, sentence),
    };
    if (undertaking.strength === 'offer' && !offerBinds(walk, sentence, wording)) {
      const offered =
        wording.pointsBack && !isGeneric(wording.text) ? named(walk, sentence, wording) : null;
      if (offered !== null && walk.free === null) walk.free = { wording: offered, sentence };
      return false;
    }
    if (
      undertaking.strength === 'duty' &&
      (wording.pointsBack || !promisesBy(walk, sentence, wording))
    ) {
      if (!wording.pointsBack) walk.free = { wording, sentence };
      return false;
    }
    return wording.pointsBack
      ? takeUp(walk, sentence, wording, owner)
      : addTask(walk, sentence, wording, owner, []);
  }
  noteNeed(walk, sentence, clause);
  const assignment = findAssignment(
    clause,
    sentence.isQuestion && !TAG.test(sentence.text),
    walk.owners,
  );
  if (assignment === null) return false;
  const wording = writeTask(assignment.verbPhrase, walk.today);
  if (wording === null) return false;
  if (assignment.kind === 'anyone') {
    if (!wording.pointsBack) walk.free = { wording, sentence };
    else if (!isGeneric(wording.text))
      walk.free = { wording: named(walk, sentence, wording) ?? wording, sentence };
    return false;
  }
  if (assignment.kind === 'you' && assignment.onlyIfAccepted === true && !takesOn(walk, sentence))
    return false;
  return assign(
    walk,
    sentence,
    wording,
    assignment.kind === 'named' ? assignment.owner : null,
    assignment.asked,
  );
}

/** The words that were cut off before a long clause: they end without a stop. */
function cutOff(walk: Walk, sentence: SpokenSentence): string {
  const before = walk.sentences[sentence.index - 1];
  return before === undefined || before.turn !== sentence.turn || /[.,!?;:]$/.test(before.text)
    ? ''
    : before.text;
}

function assign(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  called: string | null,
  asked: boolean,
): boolean {
  const owner = called ?? otherOfTwo(walk, sentence);
  const reply = answerTo(walk, sentence, owner);
  const answer = reply === null ? 'neither' : readAnswer(reply);
  if (asked && answer === 'is done') return false;
  if (asked && answer === 'refuses') {
    const doesOtherwise = walk.sentences
      .slice(reply?.index, (reply?.index ?? 0) + 3)
      .some((other) => other.turn === reply?.turn && /\bi(?:'ll| will)\b/i.test(other.text));
    if (!wording.pointsBack && !doesOtherwise) walk.free = { wording, sentence };
    return false;
  }
  const accepted = reply !== null && answer === 'accepts';
  const taker = owner ?? (accepted ? walk.owners.ofSpeaker(reply.speakerRef) : null);
  if (taker === null) {
    if (!wording.pointsBack) walk.free = { wording, sentence };
    return false;
  }
  dropAskingOf(walk, sentence, taker);
  const refs = accepted ? reply.segmentRefs : [];
  if (wording.pointsBack) return takeUp(walk, sentence, wording, taker);
  const made = addTask(walk, sentence, wording, taker, refs);
  if (made && walk.latest !== null) {
    walk.latest.given = true;
    walk.latest.called = called !== null && accepted;
  }
  return made;
}
