import type { Day } from './calendar.ts';
import { dateLatest, extend } from './date-task.ts';
import { contentWords, overlap } from './content-words.ts';
import type { TurnReading } from './read-turns.ts';
import { findAssignment } from './find-assignments.ts';
import { findOffer, findUndertaking } from './find-undertakings.ts';
import type { Undertaking } from './find-undertakings.ts';
import type { FoundTask } from './found-item.ts';
import { isCorrecting } from './apply-corrections.ts';
import { readSpeechActs } from './speech-acts.ts';
import type { SpeechAct } from './speech-acts.ts';
import { agrees, readAnswer, whatWasSaid } from './read-answer.ts';
import { resolveDueDate } from './resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import { splitClauses } from './split-clauses.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import {
  answerTo,
  answersHowYouDo,
  dayBefore,
  dayBeside,
  neededBefore,
  otherOfTwo,
  promisesBy,
  REACH_TURNS,
  saidAgainNext,
  saysMoreOf,
  takesOn,
} from './task-context.ts';
import type { Walk } from './task-context.ts';
import { isGeneric, writeTask } from './write-task.ts';
import type { TaskWording } from './write-task.ts';
import { nameTask } from './name-task.ts';
import { taskRead } from './read-task.ts';
import { askedBefore, commandOf, named, noteNeed, sameVerb } from './task-matter.ts';

const SAME_TASK = 0.5;
/** `Do it on the computer` */
const DOES_IT = /^do (?:it|that|this|them)\b/i;
const WELCOMES =
  /\b(?:please|go on|would you|if you (?:would|could|don't mind)|thanks|thank you|bless you|you're a (?:star|gem|pet|saint)|that'd be|that would be)\b/i;
const HANDS_OVER = /^(?:send|have|get|bring|show|give|return|finish) (?:it|that|them|you|him|her)\b/i;

/** Every task that somebody takes on or is given, in the order of the meeting. */
export function findActionItems(
  sentences: readonly SpokenSentence[],
  owners: OwnerFinder,
  today: Day | null,
  acts: readonly SpeechAct[] = readSpeechActs(sentences),
  readings: readonly (TurnReading | null)[] = [],
): FoundTask[] {
  const walk: Walk = { sentences, acts, owners, today, tasks: [], free: null, latest: null };
  for (const sentence of sentences) {
    if (walk.free !== null && sentence.turn - walk.free.sentence.turn > REACH_TURNS) walk.free = null;
    if (walk.latest !== null && sentence.turn - walk.latest.turn > REACH_TURNS) walk.latest = null;
    const before = walk.tasks.length;
    let dated = false;
    for (const clause of splitClauses(sentence.text)) dated = readClause(walk, sentence, clause) || dated;
    const reading = readings[sentence.index];
    if (walk.tasks.length > before || dated || dateLatest(walk, sentence)) continue;
    const read = taskRead(walk, sentence, reading);
    if (read === null) continue;
    const { latest } = walk;
    add(walk, sentence, read.wording, read.owner, []);
    walk.latest = latest;
  }
  return walk.tasks.map((task) => nameTask(task, walk, readings[task.at]));
}

/** True when the clause made or completed a task. */
function readClause(walk: Walk, sentence: SpokenSentence, clause: string): boolean {
  const undertaking =
    findUndertaking(clause, sentence.isQuestion) ?? acceptedPromise(walk, sentence, clause) ?? acceptedOffer(walk, sentence, clause);
  if (undertaking !== null) {
    if (answersHowYouDo(walk, sentence)) return false;
    const owner = walk.owners.ofSpeaker(sentence.speakerRef);
    const written = writeTask(undertaking.verbPhrase, walk.today);
    if (written === null) return false;
    const wording = {
      ...written,
      dueDay:
        written.dueDay ??
        resolveDueDate(undertaking.opening, walk.today)?.day ??
        dayBefore(walk, sentence, clause) ??
        dayBeside(walk, sentence),
    };
    if (undertaking.strength === 'offer' && !offerBinds(walk, sentence, wording)) {
      const offered = wording.pointsBack && !isGeneric(wording.text) ? named(walk, sentence, wording) : null;
      if (offered !== null && walk.free === null) walk.free = { wording: offered, sentence };
      return false;
    }
    if (undertaking.strength === 'duty' && (wording.pointsBack || !promisesBy(walk, sentence, wording))) {
      if (!wording.pointsBack) walk.free = { wording, sentence };
      return false;
    }
    return wording.pointsBack ? takeUp(walk, sentence, wording, owner) : add(walk, sentence, wording, owner, []);
  }
  noteNeed(walk, sentence, clause);
  const assignment = findAssignment(clause, sentence.isQuestion, walk.owners);
  if (assignment === null) return false;
  const wording = writeTask(assignment.verbPhrase, walk.today);
  if (wording === null) return false;
  if (assignment.kind === 'anyone') {
    if (!wording.pointsBack) walk.free = { wording, sentence };
    else if (!isGeneric(wording.text)) walk.free = { wording: named(walk, sentence, wording) ?? wording, sentence };
    return false;
  }
  if (assignment.kind === 'you' && assignment.onlyIfAccepted === true && !takesOn(walk, sentence)) return false;
  return assign(walk, sentence, wording, assignment.kind === 'named' ? assignment.owner : null, assignment.asked);
}

/** `I'll send him round Thursday if somebody's in.` `That works.`: the condition is met by the answer. */
function acceptedPromise(walk: Walk, sentence: SpokenSentence, clause: string): Undertaking | null {
  const unconditioned = clause.replace(/,?\s+(?:if(?! you (?:want|like|need|wish))|as long as|provided)\s.+$/i, '');
  if (unconditioned === clause || sentence.isQuestion) return null;
  const reply = answerTo(walk, sentence, null);
  if (reply === null || !walk.sentences.slice(reply.index, reply.index + 2).some((other) => other.turn === reply.turn && agrees(other)))
    return null;
  return findUndertaking(unconditioned, false);
}

/** `Shall I tell the school?` `Please do.` */
function acceptedOffer(walk: Walk, sentence: SpokenSentence, clause: string): Undertaking | null {
  const offer = findOffer(clause);
  const reply = offer === null ? null : answerTo(walk, sentence, null);
  if (reply === null) return null;
  const said = whatWasSaid(reply);
  return agrees(reply) || (WELCOMES.test(said) && !/\b(?:no|not|don't|won't)\b/i.test(said)) ? offer : null;
}

function assign(walk: Walk, sentence: SpokenSentence, wording: TaskWording, called: string | null, asked: boolean): boolean {
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
  const made = add(walk, sentence, wording, taker, refs);
  if (made && walk.latest !== null) walk.latest.given = true;
  return made;
}

/** `I can do that` takes the free task; `I'll send it tomorrow` dates the one just given. */
function takeUp(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null): boolean {
  const { free, latest } = walk;
  const generic = isGeneric(wording.text) || DOES_IT.test(wording.text);
  const same = generic || HANDS_OVER.test(wording.text) || sameVerb(latest?.text ?? '', wording.text);
  const moves = latest !== null && latest.dueDay !== null && wording.dueDay !== null && latest.dueDay !== wording.dueDay;
  if (
    moves &&
    generic &&
    latest.given !== true &&
    !isCorrecting(whatWasSaid(sentence)) &&
    addAsked(walk, sentence, wording, owner, latest.at)
  )
    return true;
  if (latest !== null && same && latest.ownerDisplayName === owner && (free === null || free.sentence.index < latest.at)) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const command = free?.need === true && generic ? commandOf(walk, sentence) : null;
  if (free !== null && free.need === true && (command !== null || !generic)) {
    walk.free = null;
    const text = (command?.text ?? wording.text).replace(/\b(?:it|that|this|them|those|one)\b/i, free.wording.text);
    const refs = [...free.sentence.segmentRefs, ...(command?.segmentRefs ?? [])];
    return add(walk, sentence, { ...wording, text, pointsBack: false }, owner, refs);
  }
  if (free !== null && (generic || sameVerb(free.wording.text, wording.text))) {
    walk.free = null;
    const taken = { ...free.wording, dueDay: wording.dueDay ?? free.wording.dueDay };
    return add(walk, sentence, taken, owner, free.sentence.segmentRefs);
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
  if (latest !== null && latest.ownerDisplayName === owner && sentence.turn - latest.turn === 1 && latest.given === true) {
    latest.text = `${latest.text} (${wording.text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())})`;
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  if (saidAgainNext(walk, sentence, wording.text)) return false;
  return add(walk, sentence, { ...wording, pointsBack: false }, owner, []);
}

/** `Could we put up a notice?` `I'll do it.` */
function addAsked(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null, after = -1): boolean {
  const asked = askedBefore(walk, sentence);
  return asked === null || asked.at <= after
    ? false
    : add(walk, sentence, { ...asked.wording, dueDay: wording.dueDay ?? asked.wording.dueDay }, owner, asked.segmentRefs);
}

function add(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null, refs: readonly string[]): boolean {
  const { latest } = walk;
  if (latest !== null && latest.ownerDisplayName === owner && saysMoreOf(latest.text, wording.text)) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const task: FoundTask = {
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
  walk.tasks.push(task);
  walk.latest = task;
  return true;
}

/** `I'll ask Priya.` `Actually, Priya, can you …?`: asking her on the spot leaves nothing to ask. */
function dropAskingOf(walk: Walk, sentence: SpokenSentence, taker: string): void {
  const { latest } = walk;
  const asked = latest === null ? null : /^ask (\p{L}+)\b/iu.exec(latest.text);
  if (latest === null || latest.turn !== sentence.turn || asked === null || walk.owners.ofName(asked[1] ?? '') !== taker) return;
  walk.tasks.splice(walk.tasks.indexOf(latest), 1);
  walk.latest = null;
}

/** An offer binds when it is dated, answers an open question, or is accepted. */
function offerBinds(walk: Walk, sentence: SpokenSentence, wording: TaskWording): boolean {
  const next = walk.sentences[sentence.index + 1];
  if (next?.turn === sentence.turn && /\bbut\b/.test(next.lead) && /\b(?:wouldn't|don't|can't|doubt|won't)\b/i.test(next.text))
    return false;
  if (wording.pointsBack) return wording.dueDay !== null || walk.free !== null || walk.latest !== null || neededBefore(walk, sentence);
  if (wording.dueDay !== null) return true;
  if (walk.free !== null && overlap(contentWords(wording.text), contentWords(walk.free.wording.text)) >= SAME_TASK) return true;
  const reply = answerTo(walk, sentence, null);
  return (
    reply !== null &&
    (readAnswer(reply) === 'accepts' ||
      sameVerb(reply.text, wording.text) ||
      /\b(?:thanks|thank you|please do|that would be|that'd be|would be (?:great|good|lovely|perfect)|(?:would|could) you(?: really)?(?=\??$)|if you (?:would|could)|go on|you're an? (?:angel|star|gem|pet|saint|legend|hero)|bless you|very good|wonderful|lovely|brilliant)\b/i.test(
        whatWasSaid(reply),
      ))
  );
}
