import type { Day } from './calendar.ts';
import { contentWords, overlap, wordsOf } from './content-words.ts';
import { findAssignment } from './find-assignments.ts';
import { findUndertaking } from './find-undertakings.ts';
import type { Undertaking } from './find-undertakings.ts';
import type { FoundTask } from './found-item.ts';
import { isCorrecting } from './apply-corrections.ts';
import { lastDefiniteThing, lastMatter } from './last-matter.ts';
import { lastThingNamed } from './name-antecedent.ts';
import { agrees, readAnswer, whatWasSaid } from './read-answer.ts';
import { resolveDueDate } from './resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import { splitClauses } from './split-clauses.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import {
  answerTo,
  answersHowYouDo,
  dayBefore,
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

const SHORT_ANSWER_WORDS = 12;
const SAME_TASK = 0.5;

/** Every task that somebody takes on or is given, in the order of the meeting. */
export function findActionItems(sentences: readonly SpokenSentence[], owners: OwnerFinder, today: Day | null): FoundTask[] {
  const walk: Walk = { sentences, owners, today, tasks: [], free: null, latest: null };
  for (const sentence of sentences) {
    if (walk.free !== null && sentence.turn - walk.free.sentence.turn > REACH_TURNS) walk.free = null;
    if (walk.latest !== null && sentence.turn - walk.latest.turn > REACH_TURNS) walk.latest = null;
    const before = walk.tasks.length;
    let dated = false;
    for (const clause of splitClauses(sentence.text)) dated = readClause(walk, sentence, clause) || dated;
    if (walk.tasks.length === before && !dated) dateLatest(walk, sentence);
  }
  return walk.tasks;
}

/** True when the clause made or completed a task. */
function readClause(walk: Walk, sentence: SpokenSentence, clause: string): boolean {
  const undertaking = findUndertaking(clause, sentence.isQuestion) ?? acceptedPromise(walk, sentence, clause);
  if (undertaking !== null) {
    if (answersHowYouDo(walk, sentence)) return false;
    const owner = walk.owners.ofSpeaker(sentence.speakerRef);
    const written = writeTask(undertaking.verbPhrase, walk.today);
    if (written === null) return false;
    const wording = {
      ...written,
      dueDay: written.dueDay ?? resolveDueDate(undertaking.opening, walk.today)?.day ?? dayBefore(walk, sentence, clause),
    };
    if (undertaking.strength === 'offer' && !offerBinds(walk, sentence, wording)) return false;
    if (undertaking.strength === 'duty' && (wording.pointsBack || !promisesBy(walk, sentence, wording))) {
      if (!wording.pointsBack) walk.free = { wording, sentence };
      return false;
    }
    return wording.pointsBack ? takeUp(walk, sentence, wording, owner) : addNamed(walk, sentence, wording, owner);
  }
  const assignment = findAssignment(clause, sentence.isQuestion, walk.owners);
  if (assignment === null) return false;
  const wording = writeTask(assignment.verbPhrase, walk.today);
  if (wording === null) return false;
  if (assignment.kind === 'anyone') {
    if (!wording.pointsBack) walk.free = { wording, sentence };
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

function assign(walk: Walk, sentence: SpokenSentence, wording: TaskWording, named: string | null, asked: boolean): boolean {
  const owner = named ?? otherOfTwo(walk, sentence);
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
  return wording.pointsBack ? takeUp(walk, sentence, wording, taker) : add(walk, sentence, wording, taker, refs);
}

/** `I can do that` takes the free task; `I'll send it tomorrow` dates the one just given. */
function takeUp(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null): boolean {
  const { free, latest } = walk;
  if (latest !== null && latest.ownerDisplayName === owner && (free === null || free.sentence.index < latest.at)) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  if (free !== null) {
    walk.free = null;
    const taken = { ...free.wording, dueDay: wording.dueDay ?? free.wording.dueDay };
    return add(walk, sentence, taken, owner, free.sentence.segmentRefs);
  }
  if (latest !== null && isCorrecting(whatWasSaid(sentence))) {
    latest.ownerDisplayName = owner;
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const named = lastThingNamed(walk.sentences, sentence.index, wording.text);
  if (named !== null) return add(walk, sentence, { ...wording, text: named.text, pointsBack: false }, owner, named.segmentRefs);
  return addAbout(walk, sentence, wording, owner);
}

/** `I'll call them` while the Newark run is talked about: the task with that matter beside it. */
function addAbout(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null): boolean {
  if (isGeneric(wording.text) || saidAgainNext(walk, sentence, wording.text)) return false;
  const ofPerson = /\b(?:him|her|them|you)\b/i.test(wording.text);
  const asked = lastMatter(walk.sentences, sentence.index);
  const near = lastDefiniteThing(walk.sentences, sentence.index);
  const matter = ofPerson && asked?.asked !== true ? (near ?? asked) : (asked ?? near);
  if (matter === null) return false;
  const text = `${wording.text} (${matter.text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())})`;
  return add(walk, sentence, { ...wording, text, pointsBack: false }, owner, matter.sentence.segmentRefs);
}

/** `Send it to the customers`: the thing in place of the pronoun where it is plain which is meant. */
function addNamed(walk: Walk, sentence: SpokenSentence, wording: TaskWording, owner: string | null): boolean {
  const named = /^\p{L}+ (?:it|them)\b/iu.test(wording.text) ? lastThingNamed(walk.sentences, sentence.index, wording.text) : null;
  return add(walk, sentence, { ...wording, text: named?.text ?? wording.text }, owner, named?.segmentRefs ?? []);
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
    segmentRefs: [...new Set([...refs, ...sentence.segmentRefs])],
    words: contentWords(wording.text),
    sureness: (wording.dueDay === null ? 1 : 2) + (refs.length > 0 ? 1 : 0),
    correcting: isCorrecting(whatWasSaid(sentence)),
  };
  walk.tasks.push(task);
  walk.latest = task;
  return true;
}

/** A short later sentence that only names a day: `By Friday.`, `It will be ready on Monday.` */
function dateLatest(walk: Walk, sentence: SpokenSentence): void {
  const { latest, today } = walk;
  if (latest === null || today === null || sentence.isQuestion) return;
  const spoken = wordsOf(sentence.text);
  const [, tail] = /,\s+((?:so |but |and )?(?:by|before|until|no later than)\s.+)$/i.exec(sentence.text) ?? [];
  const tailDue = tail === undefined ? null : resolveDueDate(tail, today);
  if (tailDue !== null && sentence.turn - latest.turn <= 1) return extend(latest, sentence, latest.dueDay ?? tailDue.day);
  const due = resolveDueDate(sentence.text, today);
  if (due === null || spoken.length > SHORT_ANSWER_WORDS) return;
  const asked = walk.sentences[sentence.index - 1];
  const answersWhen =
    asked !== undefined && asked.isQuestion && /\b(?:when|what day|how soon|by|deadline|enough|okay|ok)\b/i.test(asked.text);
  const correcting = isCorrecting(whatWasSaid(sentence));
  const plain =
    /^(?:by|before|until|no later than|make (?:it|that)|let's say)\b/i.test(sentence.text) ||
    (due.from === 0 && spoken.length <= 6 && sentence.turn - latest.turn <= 1);
  const more = contentWords(sentence.text.slice(0, due.from) + sentence.text.slice(due.to)).filter(
    (word) => !latest.words.includes(word) && !/^(?:deadlin|due|work|finish|fin|set)$/.test(word),
  );
  const promised = /^you(?:'ll| will) (?:have|get)\b/i.test(sentence.text);
  const allowed = promised ? 2 : /^(?:it|that|this|they|these|those)\b/i.test(sentence.text) ? 1 : 0;
  if (more.length > allowed && !answersWhen) return;
  const aboutIt =
    /\b(?:it|that|this|them|those|deadline|due)\b/i.test(sentence.text) &&
    /\b(?:by|before|ready|done|finish(?:ed)?|need|due|deadline|have|get|send|works|until|on)\b/i.test(sentence.text);
  if (/\b(?:not|n't|can't|cannot|won't|was|were|did)\b/i.test(sentence.text) && !correcting) return;
  if ((latest.dueDay !== null) !== correcting && !answersWhen) return;
  if (answersWhen || correcting || plain || promised || aboutIt) extend(latest, sentence, due.day);
}

function extend(task: FoundTask, sentence: SpokenSentence, dueDay: Day | null): void {
  task.dueDay = dueDay ?? task.dueDay;
  task.segmentRefs = [...new Set([...task.segmentRefs, ...sentence.segmentRefs])];
  task.sureness += 1;
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
  if (wording.pointsBack) return walk.free !== null || walk.latest !== null || neededBefore(walk, sentence);
  if (wording.dueDay !== null) return true;
  if (walk.free !== null && overlap(contentWords(wording.text), contentWords(walk.free.wording.text)) >= SAME_TASK) return true;
  const reply = answerTo(walk, sentence, null);
  return (
    reply !== null &&
    (readAnswer(reply) === 'accepts' ||
      /\b(?:thanks|thank you|please do|that would be|that'd be|would be (?:great|good|lovely|perfect)|very good|wonderful|lovely|brilliant)\b/i.test(
        whatWasSaid(reply),
      ))
  );
}
