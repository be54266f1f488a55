import { resolveDueDate } from '../dates/resolve-due-date.ts';
import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { weightOf } from '../model/weight-of.ts';
import { withAntecedent } from '../references/with-antecedent.ts';
import { capitalize } from '../text/clean-speech.ts';
import { contentWords } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { taskThreshold, taskWeights } from '../weights/weights.ts';
import { findOwner, withoutCall } from './find-owner.ts';
import { type TaskFeature, taskFeaturesOf } from './task-features.ts';

/** Less likely than this, by the network, no sentence is considered. */
const MIN_LIKELIHOOD = 0.1;
/** Near a weightier task the threshold is higher: one sentence often asks for a task and the next promises it. */
const SECOND_THRESHOLD = 2;
const NEAR_SENTENCES = 2;
const ONLY_ASKS = /\b(?:can|could|would|will) you$/i;

export type TaskCandidate = {
  readonly task: FoundTask;
  readonly features: readonly TaskFeature[];
};

/** The tasks that the features make likely, in the order of the meeting. */
export function findTasks(meeting: MeetingReading): FoundTask[] {
  const weighed = taskCandidates(meeting).map(({ task, features }) => ({
    task,
    weight: weightOf(features, taskWeights),
  }));
  return likelyTasks(weighed, taskThreshold).map(({ task, weight }) => ({
    ...task,
    sureness: weight,
  }));
}

/** At most one task for each sentence. */
export function taskCandidates(meeting: MeetingReading): TaskCandidate[] {
  return meeting.sentences.flatMap((sentence) => {
    const task = taskIn(sentence, meeting);
    return task === null ? [] : [{ task, features: taskFeaturesOf(task, meeting) }];
  });
}

/** Those that reach the threshold; it is higher near a weightier task that is shown. */
export function likelyTasks<Entry extends { task: FoundTask; weight: number }>(
  entries: readonly Entry[],
  threshold: number,
): Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries.toSorted((a, b) => b.weight - a.weight)) {
    const isAlone = kept.every(({ task }) => Math.abs(task.at - entry.task.at) > NEAR_SENTENCES);
    if (entry.weight >= (isAlone ? threshold : threshold + SECOND_THRESHOLD)) kept.push(entry);
  }
  return kept.toSorted((a, b) => a.task.at - b.task.at);
}

function taskIn(sentence: SpokenSentence, meeting: MeetingReading): FoundTask | null {
  const reading = meeting.readings[sentence.index];
  if (!reading || reading.tasks < MIN_LIKELIHOOD) return null;
  const said = withoutCall(sentence.text.replace(/[\s,.;:!?]+$/, ''), meeting.owners);
  if (said === '' || ONLY_ASKS.test(said)) return null;
  const task: FoundTask = {
    at: sentence.index,
    text: capitalize(said),
    ownerDisplayName: findOwner(sentence, reading, meeting),
    dueDay: resolveDueDate(said, meeting.today)?.day ?? null,
    segmentRefs: sentence.segmentRefs,
    words: contentWords(said),
    sureness: 0,
  };
  return withAntecedent(task, meeting);
}
