// Every task that somebody takes on or is given. English.
import { offerBinds } from './accepted-offers.ts';
import type { Day } from '../dates/calendar.ts';
import { TAG } from './assignment-words.ts';
import { findAssignment } from './find-assignments.ts';
import { findUndertaking } from './find-commitments.ts';
import type { Undertaking } from './find-commitments.ts';
import type { FoundTask } from '../found-item.ts';
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
import { addTask, newTask } from './add-task.ts';
import { answerTo, otherOfTwo, REACH_TURNS, takesOn } from './task-context.ts';
import type { Walk } from './task-context.ts';
import { writeTask } from './write-task.ts';
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
  const walk: Walk = { sentences, acts, owners, today, tasks: [], latest: null };
  for (const sentence of sentences) {
    if (walk.latest !== null && sentence.turn - walk.latest.turn > REACH_TURNS) walk.latest = null;
    const before = walk.tasks.length;
    let dated = false;
    for (const clause of splitClauses(sentence.text))
      dated = readClause(walk, sentence, clause) || dated;
    const reading = readings[sentence.index];
    if (walk.tasks.length > before || dated) continue;
    const read = taskRead(walk, sentence, reading);
    if (read === null) continue;
    considered.push({ ...newTask(sentence, read.wording, read.owner, []), read: true });
  }
  return [...walk.tasks, ...considered]
    .toSorted((a, b) => a.at - b.at)
    .map((task) => nameTask(task, walk, readings[task.at]));
}

/** True when the clause made or completed a task. What only points back is left to the network. */
function readClause(walk: Walk, sentence: SpokenSentence, clause: string): boolean {
  const commitment = findUndertaking(clause, sentence.isQuestion);
  return commitment === null
    ? readAssignment(walk, sentence, clause)
    : commit(walk, sentence, commitment);
}

function commit(walk: Walk, sentence: SpokenSentence, commitment: Undertaking): boolean {
  const { opening, verbPhrase, strength } = commitment;
  const written = writeTask(verbPhrase, walk.today);
  if (written === null || written.pointsBack || strength === 'duty') return false;
  const dueDay = written.dueDay ?? resolveDueDate(opening, walk.today)?.day ?? null;
  const wording = { ...written, dueDay };
  if (strength === 'offer' && !offerBinds(walk, sentence, wording)) return false;
  return addTask(walk, sentence, wording, walk.owners.ofSpeaker(sentence.speakerRef), []);
}

function readAssignment(walk: Walk, sentence: SpokenSentence, clause: string): boolean {
  const asked = sentence.isQuestion && !TAG.test(sentence.text);
  const assignment = findAssignment(clause, asked, walk.owners);
  if (assignment === null || assignment.kind === 'anyone') return false;
  const wording = writeTask(assignment.verbPhrase, walk.today);
  if (wording === null || wording.pointsBack) return false;
  if (assignment.kind === 'you' && assignment.onlyIfAccepted === true && !takesOn(walk, sentence))
    return false;
  const called = assignment.kind === 'named' ? assignment.owner : null;
  return assign(walk, sentence, wording, called, assignment.asked);
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
  if (asked && (answer === 'is done' || answer === 'refuses')) return false;
  const accepted = reply !== null && answer === 'accepts';
  const taker = owner ?? (accepted ? walk.owners.ofSpeaker(reply.speakerRef) : null);
  if (taker === null) return false;
  const made = addTask(walk, sentence, wording, taker, accepted ? reply.segmentRefs : []);
  if (made && walk.latest !== null) {
    walk.latest.given = true;
    walk.latest.called = called !== null && accepted;
  }
  return made;
}
