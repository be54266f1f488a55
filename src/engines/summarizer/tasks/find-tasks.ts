import { resolveDueDate } from '../dates/resolve-due-date.ts';
import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { isThinkingAloud, weightIn } from '../long-talk/weigh-long-talk.ts';
import { likeliest, weightOf } from '../model/weight-of.ts';
import { withAntecedent } from '../references/with-antecedent.ts';
import { capitalize, withoutEndMarks } from '../text/clean-speech.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { type SpokenSentence, whatWasSaid } from '../text/spoken-sentence.ts';
import { taskThreshold, taskWeights } from '../weights/weights.ts';
import { findOwner } from './find-owner.ts';
import { type Assignment, accepts, readAssignments } from './read-assignments.ts';
import { type TaskFeature, taskFeaturesOf } from './task-features.ts';
import { pattern } from '../text/pattern.ts';
import { toImperative, withoutCall } from '../text/to-imperative.ts';

/** Sentences to which the network gives a lower probability are not considered. */
const MIN_LIKELIHOOD = 0.1;
/** Added to the threshold near a stronger task: one sentence often requests a task that the next promises. */
export const SECOND_THRESHOLD = 2;
export const NEAR_SENTENCES = 2;
/** Smaller, because the chair of a long talk lists tasks. */
const NEAR_IN_LONG_TALK = 1;
/** Done immediately in the meeting itself, so not a task for later. English. */
const INSIDE_MEETING = pattern('i')`
  \b(?:(?:next|previous) (?:slide|page)|(?:share|sharing) (?:my|your|the) screen|
  let me (?:just |quickly )?(?:check|see|look at) (?:the|my) (?:calendar|diary|schedule|notes)|
  (?:un)?mute (?:yourself|yourselves|me|you)|(?:turn|switch) (?:on|off) (?:your|my|
  the) (?:camera|mic|microphone|video)|speak up|(?:repeat|say) (?:that|it)|say again)\b`;
/** `I said I'll send it`, `Since Monday I have to send it` */
const REPORTS = pattern('iu')`
  ^(?:\p{L}+ ){0,2}(?:said|told \p{L}+)\b|
  ^since (?:\p{L}+ )?\p{L}+day,? (?:i|we) (?:have|need) to\b(?!.*'ll\b)`;
/** `Ingrid will write to them.` `No, I won't have time for that.`; `Can you do it?` `My wife will.` */
const REFUSES = pattern('iu')`
  ^(?!.*\bbut (?:then )?i(?:'ll| will| can)\b(?!'))(?:(?:no|sorry|i'm sorry|i'm afraid|well),? )*
  (?:i (?:can't|cannot|won't|don't have (?:the )?time|am not able to)|i'd rather not|
  not this (?:time|week|month|year)|
  (?:[^.?!]*, )?can (?!(?:i|we|you|they|it|that)\b)\p{L}+ do (?:it|that))\b|
  ^my \p{L}+ (?:will|would|can|could)\b`;
const REACH_SENTENCES = 4;
const ONLY_ASKS = /\b(?:can|could|would|will) you$/i;

type TaskCandidate = FoundTask & { readonly features: readonly TaskFeature[] };

/** The tasks that the features make likely, in the order of the meeting. */
export function findTasks(meeting: MeetingReading): FoundTask[] {
  const weighed = taskCandidates(meeting).map(({ features, ...task }) => {
    const weight = weightOf(features, taskWeights);
    const long = meeting.longTalk?.tasks[task.at];
    const isFree = features.includes('assigned in words');
    return { ...task, isFree, sureness: weightIn(weight, long, taskThreshold) };
  });
  const near = meeting.longTalk === null ? NEAR_SENTENCES : NEAR_IN_LONG_TALK;
  return likeliest(weighed, taskThreshold, near, SECOND_THRESHOLD).map((task) => ({
    ...task,
    ownerDisplayName: ownerAfterAnswer(task, meeting),
  }));
}

/** If the owner, who speaks next, refuses: who then takes it over, or nobody. */
function ownerAfterAnswer(
  { at, ownerDisplayName, text }: FoundTask,
  { sentences, owners }: MeetingReading,
): string | null {
  const turn = sentences[at]?.turn ?? 0;
  const answer = sentences.slice(at).find((other) => other.turn > turn);
  if (
    answer === undefined ||
    owners.ofSpeaker(answer.speakerRef) !== ownerDisplayName ||
    !REFUSES.test(whatWasSaid(answer))
  )
    return ownerDisplayName;
  const taker = sentences
    .slice(answer.index + 1, answer.index + 1 + REACH_SENTENCES)
    .find(
      (one) =>
        one.speakerRef !== answer.speakerRef && accepts(toImperative(text, owners.words), one),
    );
  return owners.ofSpeaker(taker?.speakerRef ?? null);
}

/** One task per sentence, or one per person to whom the sentence explicitly assigns one. */
export function taskCandidates(meeting: MeetingReading): TaskCandidate[] {
  return meeting.sentences.flatMap((sentence) => {
    const { text } = sentence;
    if (meeting.acts.length === 0 || INSIDE_MEETING.test(text) || REPORTS.test(text)) return [];
    const assigned = readAssignments(sentence, meeting).map((assignment) =>
      taskOf(sentence, assignment, meeting),
    );
    const tasks = assigned.length > 0 ? assigned : taskIn(sentence, meeting);
    return tasks.map((task) => ({
      ...task,
      features: taskFeaturesOf(task, sentence, assigned.length > 0, meeting),
    }));
  });
}

function taskIn(sentence: SpokenSentence, meeting: MeetingReading): FoundTask[] {
  const reading = meeting.readings[sentence.index];
  const isLikely = (meeting.longTalk?.tasks[sentence.index] ?? -1) >= 0;
  if (!reading || (reading.tasks < MIN_LIKELIHOOD && !isLikely)) return [];
  const told = isThinkingAloud(sentence.index, meeting)
    ? meeting.told[sentence.index]
    : sentence.text;
  const said = withoutEndMarks(told ?? '');
  const [first = ''] = wordsOf(said);
  const { ofName, words } = meeting.owners;
  // `Rob, …` addresses Robert.
  const text = withoutCall(said, ofName(first) === null ? words : new Set([...words, first]));
  if (text === '' || ONLY_ASKS.test(text)) return [];
  const ownerDisplayName = findOwner(sentence, reading, meeting);
  return [taskOf(sentence, { text, ownerDisplayName }, meeting)];
}

function taskOf(
  { index, segmentRefs }: SpokenSentence,
  { text, ownerDisplayName }: Assignment,
  meeting: MeetingReading,
): FoundTask {
  const dueDay = resolveDueDate(text, meeting.today)?.day ?? null;
  const shown = { text: capitalize(text), words: contentWords(text), segmentRefs };
  return withAntecedent({ ...shown, at: index, ownerDisplayName, dueDay, sureness: 0 }, meeting);
}
